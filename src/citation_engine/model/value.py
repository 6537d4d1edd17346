"""What all values have in common."""

from pydantic import BaseModel, ConfigDict


class Value(BaseModel):
    """A frozen value that refuses unknown fields."""

    model_config = ConfigDict(
        frozen=True, extra="forbid", ser_json_bytes="base64", val_json_bytes="base64"
    )
