"""Tells public addresses and host names from those that lead into private places."""

import re
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from typing import NamedTuple


class Fault(NamedTuple):
    """Why an address is not for everybody: what it is, and whether an operator may open it."""

    what: str
    may_be_opened: bool = False


_PRIVATE = Fault("an address of a private network", True)
_LINK = Fault("a link-local address, where clouds keep their metadata service")
_EMBEDDED = "an IPv6 address that hides an IPv4 address"
_METADATA = Fault("the metadata service of a cloud")
_DOCUMENTATION = Fault("an address that is set aside for documentation", True)

# `ipaddress.is_global` is not enough: it takes multicast, NAT64, 6to4, site-local and some
# relay addresses for public ones. The first network that fits names the reason.
_NETWORKS = tuple(
    (ip_network(network), fault)
    for network, fault in (
        ("0.0.0.0/32", Fault("the unspecified address, which reaches this machine")),
        ("0.0.0.0/8", Fault("an address of this network")),
        ("10.0.0.0/8", _PRIVATE),
        ("100.100.100.200/32", _METADATA),
        ("100.64.0.0/10", Fault("an address shared inside a provider's network", True)),
        ("127.0.0.0/8", Fault("an address of this machine", True)),
        ("168.63.129.16/32", _METADATA),
        ("169.254.0.0/16", _LINK),
        ("172.16.0.0/12", _PRIVATE),
        ("192.0.0.0/24", Fault("an address set aside for protocols")),
        ("192.0.2.0/24", _DOCUMENTATION),
        ("192.88.99.0/24", Fault("an address of a 6to4 relay")),
        ("192.168.0.0/16", _PRIVATE),
        ("198.18.0.0/15", Fault("an address set aside for measurements", True)),
        ("198.51.100.0/24", _DOCUMENTATION),
        ("203.0.113.0/24", _DOCUMENTATION),
        ("224.0.0.0/4", Fault("a multicast address")),
        ("255.255.255.255/32", Fault("the broadcast address")),
        ("240.0.0.0/4", Fault("a reserved address")),
        ("::/128", Fault("the unspecified address, which reaches this machine")),
        ("::1/128", Fault("an address of this machine", True)),
        ("::ffff:0:0/96", Fault(f"{_EMBEDDED} (IPv4-mapped)")),
        ("::ffff:0:0:0/96", Fault(f"{_EMBEDDED} (translated)")),
        ("::/96", Fault(f"{_EMBEDDED} (IPv4-compatible)")),
        ("64:ff9b::/96", Fault(f"{_EMBEDDED} (NAT64)")),
        ("64:ff9b:1::/48", Fault(f"{_EMBEDDED} (local NAT64)")),
        ("100::/64", Fault("an address whose packets are thrown away")),
        ("2001::/32", Fault(f"{_EMBEDDED} (Teredo)")),
        ("2001::/23", Fault("an address set aside for protocols")),
        ("2001:db8::/32", _DOCUMENTATION),
        ("2002::/16", Fault(f"{_EMBEDDED} (6to4)")),
        ("3fff::/20", _DOCUMENTATION),
        ("fd00:ec2::/32", _METADATA),
        ("fd20:ce::/32", _METADATA),
        ("fc00::/7", _PRIVATE),
        ("fe80::/10", _LINK),
        ("fec0::/10", Fault("a site-local address")),
        ("ff00::/8", Fault("a multicast address")),
    )
)
_PUBLIC_IPV6 = ip_network("2000::/3")

_LABEL = r"[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?"
_NAME = re.compile(rf"{_LABEL}(?:\.{_LABEL})*")
_NUMBER = re.compile(r"\d+|0x[0-9a-f]*")
_LONGEST_NAME = 253
# Names that no public server has, whatever a resolver says.
_PRIVATE_NAMES = re.compile(
    r"(?:.*\.)?(?:localhost|localdomain|local|internal|intranet|private|corp|home|lan|home\.arpa)"
)


def fault_of_address(text: str) -> Fault | None:
    """Why this address is not a public one, or None if it is."""
    address = literal(text)
    if address is None:
        return Fault("not an address")
    if isinstance(address, IPv6Address) and address.scope_id is not None:
        return Fault("an address of one network card")
    for network, fault in _NETWORKS:
        if address in network:
            return fault
    if isinstance(address, IPv6Address) and address not in _PUBLIC_IPV6:
        return Fault("outside of the public address space")
    # Ours is the longer list today; the library may learn of a network that we do not have.
    return None if address.is_global else Fault("not a public address")


def fault_of_host(host: str) -> str | None:
    """
    What keeps a host name from being a public one, as the rest of a sentence, or None.

    An address that is written out passes: the address itself is looked at when
    connecting. All other spellings of numbers are refused, because resolvers
    take `127.1`, `0x7f000001` and `2130706433` for addresses.
    """
    if literal(host) is not None and "%" not in host:
        return None
    if host.endswith("."):
        return "ends in a dot"
    if len(host) > _LONGEST_NAME or not _NAME.fullmatch(host):
        return "is not a host name"
    if _NUMBER.fullmatch(host.rpartition(".")[2]):
        return "is a number in an unusual spelling and not a host name"
    if "." not in host or _PRIVATE_NAMES.fullmatch(host):
        return "is a name for this machine or for a private network"
    return None


def literal(host: str) -> IPv4Address | IPv6Address | None:
    """The address that is written out as `host`, or None if it is a name."""
    try:
        return ip_address(host)
    except ValueError:
        return None
