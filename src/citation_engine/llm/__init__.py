"""Language models: how one is asked, over the network, at an address that the operator set."""
