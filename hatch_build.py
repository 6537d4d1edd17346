"""Says at build time what the package needs: the list in pyproject.toml, less what has no wheel."""

from collections.abc import Iterable

from hatchling.metadata.plugin.interface import MetadataHookInterface
from packaging.tags import sys_tags

# No marker tells the C library of a system; these have wheels for one of them only.
WITHOUT_MUSL_WHEELS = ("onnxruntime",)


class CustomMetadataHook(MetadataHookInterface):
    """Fills in the dependencies."""

    def update(self, metadata: dict) -> None:
        """Write what is needed on the machine that builds."""
        platforms = {tag.platform for tag in sys_tags()}
        metadata["dependencies"] = needed(self.config["dependencies"], platforms)


def needed(dependencies: Iterable[str], platforms: Iterable[str]) -> list[str]:
    """The dependencies that a system of these wheel platforms can have."""
    musl = any(name.startswith("musllinux") for name in platforms)
    return [one for one in dependencies if not (musl and one.startswith(WITHOUT_MUSL_WHEELS))]
