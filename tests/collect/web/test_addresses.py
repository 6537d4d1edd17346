"""Every class of address that is not for everybody, by name."""

from ipaddress import IPv4Address, IPv6Address

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citation_engine.collect.web.addresses import fault_of_address, fault_of_host, literal

NOT_PUBLIC = {
    "unspecified": ("0.0.0.0", "unspecified"),
    "this-network": ("0.1.2.3", "this network"),
    "private-10": ("10.0.0.1", "private network"),
    "private-10-last": ("10.255.255.255", "private network"),
    "shared-100-64": ("100.64.0.1", "provider"),
    "shared-last": ("100.127.255.255", "provider"),
    "alibaba-metadata": ("100.100.100.200", "metadata"),
    "loopback": ("127.0.0.1", "this machine"),
    "loopback-last": ("127.255.255.254", "this machine"),
    "azure-wire-server": ("168.63.129.16", "metadata"),
    "cloud-metadata": ("169.254.169.254", "metadata"),
    "ecs-metadata": ("169.254.170.2", "metadata"),
    "link-local": ("169.254.0.1", "link-local"),
    "private-172-16": ("172.16.0.1", "private network"),
    "private-172-31": ("172.31.255.255", "private network"),
    "protocols-192-0-0": ("192.0.0.8", "protocols"),
    "oracle-metadata": ("192.0.0.192", "protocols"),
    "documentation-1": ("192.0.2.1", "documentation"),
    "6to4-relay": ("192.88.99.1", "6to4 relay"),
    "private-192-168": ("192.168.0.1", "private network"),
    "measurements": ("198.18.0.1", "measurements"),
    "measurements-last": ("198.19.255.255", "measurements"),
    "documentation-2": ("198.51.100.7", "documentation"),
    "documentation-3": ("203.0.113.7", "documentation"),
    "multicast": ("224.0.0.1", "multicast"),
    "multicast-last": ("239.255.255.255", "multicast"),
    "reserved": ("240.0.0.1", "reserved"),
    "broadcast": ("255.255.255.255", "broadcast"),
    "v6-unspecified": ("::", "unspecified"),
    "v6-loopback": ("::1", "this machine"),
    "v6-loopback-long": ("0:0:0:0:0:0:0:1", "this machine"),
    "v4-mapped-loopback": ("::ffff:127.0.0.1", "IPv4-mapped"),
    "v4-mapped-hex": ("::ffff:7f00:1", "IPv4-mapped"),
    "v4-mapped-public": ("::ffff:8.8.8.8", "IPv4-mapped"),
    "v4-translated": ("::ffff:0:127.0.0.1", "translated"),
    "v4-compatible": ("::127.0.0.1", "IPv4-compatible"),
    "nat64-loopback": ("64:ff9b::7f00:1", "NAT64"),
    "nat64-metadata": ("64:ff9b::a9fe:a9fe", "NAT64"),
    "local-nat64": ("64:ff9b:1::1", "local NAT64"),
    "local-nat64-last": ("64:ff9b:1:ffff::1", "local NAT64"),
    "discard": ("100::1", "thrown away"),
    "teredo": ("2001::1", "Teredo"),
    "v6-protocols": ("2001:1::1", "protocols"),
    "v6-measurements": ("2001:2::1", "protocols"),
    "orchid": ("2001:20::1", "protocols"),
    "v6-documentation": ("2001:db8::1", "documentation"),
    "6to4-loopback": ("2002:7f00:1::", "6to4"),
    "6to4-private": ("2002:c0a8:101::1", "6to4"),
    "v6-documentation-new": ("3fff::1", "documentation"),
    "segment-routing": ("5f00::1", "public address space"),
    "unassigned": ("4000::1", "public address space"),
    "aws-metadata-v6": ("fd00:ec2::254", "metadata"),
    "unique-local-fc": ("fc00::1", "private network"),
    "unique-local-fd": ("fd12:3456::1", "private network"),
    "v6-link-local": ("fe80::1", "link-local"),
    "v6-link-local-scoped": ("fe80::1%eth0", "network card"),
    "v6-public-scoped": ("2606:4700::1%1", "network card"),
    "site-local": ("fec0::1", "site-local"),
    "v6-multicast": ("ff02::1", "multicast"),
    "empty": ("", "not an address"),
    "a-name": ("localhost", "not an address"),
    "octal": ("0177.0.0.1", "not an address"),
    "short": ("127.1", "not an address"),
}
PUBLIC = ["8.8.8.8", "93.184.215.14", "172.15.0.1", "172.32.0.1", "100.63.0.1", "100.128.0.1"]
PUBLIC += [
    "192.0.1.1",
    "223.255.255.255",
    "2606:4700::6810:84e5",
    "2a00:1450:4001::8a",
    "2001:200::1",
]

NOT_A_PUBLIC_HOST = {
    "localhost": ("localhost", "this machine"),
    "localhost-sub": ("a.localhost", "this machine"),
    "localhost-dot": ("localhost.", "dot"),
    "localdomain": ("localhost.localdomain", "this machine"),
    "single-label": ("intranet", "private network"),
    "mdns": ("printer.local", "private network"),
    "google-metadata": ("metadata.google.internal", "private network"),
    "home-arpa": ("router.home.arpa", "private network"),
    "lan": ("nas.lan", "private network"),
    "trailing-dot": ("example.org.", "dot"),
    "dotted-address-dot": ("127.0.0.1.", "dot"),
    "decimal": ("2130706433", "number"),
    "hex": ("0x7f000001", "number"),
    "hex-dotted": ("0x7f.0.0.0x1", "number"),
    "octal": ("017700000001", "number"),
    "octal-dotted": ("0177.0.0.01", "number"),
    "short-2": ("127.1", "number"),
    "short-3": ("127.0.1", "number"),
    "zero": ("0", "number"),
    "too-large": ("4294967296", "number"),
    "hex-empty": ("example.0x", "number"),
    "five-parts": ("1.2.3.4.5", "number"),
    "escaped": ("%31%32%37.0.0.1", "not a host name"),
    "escaped-nul": ("example.org%00.evil", "not a host name"),
    "scope": ("fe80::1%eth0", "not a host name"),
    "empty": ("", "not a host name"),
    "empty-label": ("a..b", "not a host name"),
    "leading-dot": (".example.org", "not a host name"),
    "leading-hyphen": ("-a.example.org", "not a host name"),
    "long-label": ("a" * 64 + ".org", "not a host name"),
    "long-name": ("a." * 127 + "org", "not a host name"),
    "slash": ("a/b.org", "not a host name"),
    "at": ("a@b.org", "not a host name"),
    "upper": ("EXAMPLE.ORG", "not a host name"),
    "newline": ("example.org\n", "not a host name"),
}


@pytest.mark.parametrize(("address", "said"), NOT_PUBLIC.values(), ids=NOT_PUBLIC)
def test_an_address_is_not_public(address, said):
    fault = fault_of_address(address)

    assert fault is not None
    assert said in fault.what


@pytest.mark.parametrize("address", PUBLIC)
def test_an_address_is_public(address):
    assert fault_of_address(address) is None


@pytest.mark.parametrize(("host", "said"), NOT_A_PUBLIC_HOST.values(), ids=NOT_A_PUBLIC_HOST)
def test_a_host_is_not_public(host, said):
    assert said in str(fault_of_host(host))


@pytest.mark.parametrize(
    "host", ["example.org", "xn--mller-kva.de", "a_b.example.org", "3com.com", "8.8.8.8", "::1"]
)
def test_a_host_may_be_asked_for(host):
    assert fault_of_host(host) is None


@given(st.ip_addresses(v=4))
def test_no_ipv4_address_hides_in_an_ipv6_address(inner: IPv4Address):
    number = int(inner)
    for hidden in (
        number,
        (0xFFFF << 32) | number,
        (0xFFFF << 48) | number,
        (0x64FF9B << 96) | number,
        (0x64FF9B0001 << 80) | number,
        (0x2002 << 112) | (number << 80),
        (0x20010000 << 96) | (number ^ 0xFFFFFFFF),
    ):
        assert fault_of_address(str(IPv6Address(hidden))) is not None


@given(st.ip_addresses())
def test_what_the_library_calls_private_is_never_public_for_us(address):
    if address.is_private or address.is_multicast or address.is_reserved or address.is_link_local:
        assert fault_of_address(str(address)) is not None


@pytest.mark.parametrize(
    "address", ["169.254.169.254", "168.63.129.16", "fd00:ec2::254", "0.0.0.0"]
)
def test_metadata_services_cannot_be_opened(address):
    fault = fault_of_address(address)

    assert fault is not None
    assert not fault.may_be_opened


@pytest.mark.parametrize("address", ["127.0.0.1", "::1", "10.1.2.3", "fd12::1", "192.168.1.1"])
def test_private_networks_can_be_opened(address):
    fault = fault_of_address(address)

    assert fault is not None
    assert fault.may_be_opened


def test_an_address_is_told_from_a_name():
    assert literal("127.0.0.1") == IPv4Address("127.0.0.1")
    assert literal("127.1") is None
