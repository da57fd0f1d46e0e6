"""Settings of the server: one field per `MIRABILIA_...` variable, each with a sentence.

Values come from the command line, then the environment, then a file `.env` in the working folder, then the defaults
here. `mirabilia config show` prints all of them with where each came from; secrets are masked.
"""

from __future__ import annotations

import ipaddress
import os
from pathlib import Path
from typing import Annotated, Literal

import platformdirs
from pydantic import Field, SecretStr, ValidationError, field_validator
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

from mirabilia.errors import MirabiliaError
from mirabilia.json_types import Json, JsonObject

PREFIX = "MIRABILIA_"


class BadSettings(MirabiliaError, ValueError):
    """A setting that cannot be used; the message names the variable."""

    code = "bad_settings"


def default_data_folder() -> Path:
    """Where a single server keeps its database, key and backups."""
    return Path(platformdirs.user_data_dir("mirabilia", appauthor=False))


class Settings(BaseSettings):
    """All settings. Field names are the variables' names without the prefix, in lower case."""

    model_config = SettingsConfigDict(env_prefix=PREFIX, env_file=".env", extra="ignore", env_ignore_empty=True)

    host: str = Field(
        "127.0.0.1", description="Address to listen on; 0.0.0.0 accepts connections from other machines on the network."
    )
    port: int = Field(8000, ge=0, le=65535, description="Port to listen on; 0: any available one.")
    data_dir: Path = Field(
        default_factory=default_data_folder, description="Folder for the database, the key file and backups."
    )
    database_url: SecretStr | None = Field(
        None, description="postgresql://user:password@host/name for PostgreSQL; default: SQLite in the data folder."
    )
    secret_key: SecretStr | None = Field(
        None, min_length=16, description="Key from which links are made; default: a file in the data folder."
    )
    public_url: str | None = Field(
        None, description="The address people use, such as https://play.example.org/games; used in links."
    )
    path_prefix: str = Field("", description="Path under which a proxy serves this server, such as /games.")
    trusted_proxies: Annotated[list[str], NoDecode] = Field(
        default_factory=list, description="Addresses or networks of proxies whose X-Forwarded headers are trusted."
    )
    allowed_origins: Annotated[list[str], NoDecode] = Field(
        default_factory=list, description="Additional origins whose pages may use this server."
    )
    allowed_hosts: Annotated[list[str], NoDecode] = Field(
        default_factory=list,
        description=(
            "Additional host names of this server; addresses, localhost and the machine's own name are always accepted."
        ),
    )
    cookie_secure: bool | None = Field(
        None, description="Send the cookie over https only; default: whenever the request came over https."
    )
    metrics_token: SecretStr | None = Field(
        None, min_length=8, description="Token that /metrics requires; without one there are no metrics."
    )
    log_format: Literal["auto", "json", "text"] = Field("auto", description="json, text or auto: text on a terminal.")
    log_level: Literal["debug", "info", "warning", "error"] = Field(
        "info", description="The lowest level that is logged."
    )
    processes: int = Field(1, ge=1, le=64, description="Server processes; more than one needs PostgreSQL.")
    bot_threads: int = Field(2, ge=1, le=64, description="How many bots may think at the same time, per process.")
    bot_workers: int = Field(
        0,
        ge=0,
        le=64,
        description="Worker processes in which bots think, per server process; 0: threads of the server.",
    )
    bot_duty: bool = Field(
        True,
        description=(
            "Play bots and watch clocks in this process; false: leave it to other processes on the same database."
        ),
    )
    bot_pace_ms: int = Field(
        500, ge=0, le=60_000, description="Minimum time between two bot moves at a table with people."
    )
    bot_level: str | None = Field(
        None, description="Level of bots that fill seats or take over; default: the middle one."
    )
    bot_memory_mb: int = Field(
        64, ge=1, description="Memory for the trees of search bots between two moves, per process."
    )
    bot_pause_seconds: float = Field(
        120.0, ge=0, description="A game between bots pauses after this time without spectators; 0: never."
    )
    think_table_seconds: float = Field(
        1800.0, ge=0, description="Bot thinking time per table and hour; after that bots answer at once; 0: no limit."
    )
    think_person_seconds: float = Field(
        1800.0, ge=0, description="Bot thinking time per host and hour, over all the host's tables; 0: no limit."
    )
    think_address_seconds: float = Field(
        3600.0,
        ge=0,
        description="Bot thinking time per address and hour, over all tables created from it; 0: no limit.",
    )
    analysis_workers: int = Field(
        1,
        ge=0,
        le=64,
        description=(
            "Worker processes that analyse finished games, at the lowest priority; 0: leave it to other "
            "server processes."
        ),
    )
    analysis_quick: int = Field(
        0, ge=0, le=1_000_000, description="Simulations for each decision of a quick analysis; 0: chosen by game."
    )
    analysis_deep: int = Field(
        0, ge=0, le=1_000_000, description="Simulations for each decision of a deep analysis; 0: chosen by game."
    )
    hint_simulations: int = Field(
        0, ge=0, le=1_000_000, description="Simulations for a hint at the table; 0: chosen by game."
    )
    analyses_per_hour: int = Field(
        60,
        ge=0,
        description="New analyses an address can request per hour; 0: no limit.",
    )
    live_tables: int = Field(3000, ge=10, description="Tables kept in memory while nobody is connected to them.")
    max_sockets: int = Field(5000, ge=1, description="Open sockets per process.")
    sockets_per_address: int = Field(
        1000, ge=0, description="Connections from one address (except proxies), at most half of all; 0: half of all."
    )
    sockets_per_device: int = Field(200, ge=0, description="Open sockets of one device; 0: no limit.")
    sockets_per_seat: int = Field(20, ge=0, description="Open sockets for one seat of a table; 0: no limit.")
    bytes_per_second: int = Field(
        500_000,
        ge=0,
        description="Bytes per second on sockets from one address; bursts can be ten times that; 0: no limit.",
    )
    create_per_hour: int = Field(60, ge=0, description="Tables a device or address can create per hour; 0: no limit.")
    requests_per_minute: int = Field(600, ge=0, description="REST requests per address and minute; 0: no limit.")
    commands_per_second: float = Field(
        10.0,
        ge=0,
        description=(
            "Commands per seat and second (bursts of four times that), twenty times as many per address; 0: no limit."
        ),
    )
    chat_per_minute: int = Field(20, ge=0, description="Chat lines per seat and minute; 0: no limit.")
    events_per_hour: int = Field(
        2000,
        ge=0,
        description="Commands that a table stores per hour (twenty times as many per address); 0: no limit.",
    )
    changes_per_minute: int = Field(
        60, ge=0, description="How often a seat can change its hidden choice per minute (bursts of 20); 0: no limit."
    )
    lease_seconds: float = Field(
        4.0, gt=0.2, le=600, description="When a process has been silent for this long, others take over its tables."
    )
    patience_seconds: float = Field(
        120.0,
        ge=0,
        description="Seconds that a table without a clock waits for an absent player, "
        "unless the table has its own patience.",
    )
    abandon_open_days: float = Field(
        14.0, ge=0, description="Tables waiting to start are closed after this many days of silence; 0: never."
    )
    abandon_playing_days: float = Field(
        180.0,
        ge=0,
        description="Games that nobody continues are closed after this many days, and kept; 0: never.",
    )
    shutdown_seconds: float = Field(
        5.0, ge=0, le=600, description="How long a stopping server waits for sockets to close."
    )
    push_key: SecretStr | None = Field(
        None,
        description="Private key for web push (PEM), the same in all processes; default: a file in the data folder.",
    )
    push_contact: str | None = Field(
        None, description="mailto: address or https page where push services can reach you; default: the public URL."
    )
    push_delay_seconds: float = Field(
        10.0, ge=0, le=3600, description="How long someone has to be away before a notification is sent."
    )
    push_local: bool = Field(False, description="Allow notifications to addresses on this machine (for tests).")
    notify_webhook: str | None = Field(
        None,
        description=("URL that receives a JSON message when someone who is away should be notified; default: none."),
    )
    sqlite_sync: Literal["full", "normal"] = Field(
        "full", description="full survives a power cut; normal survives only a killed process and is faster."
    )
    backup_hours: float = Field(0.0, ge=0, description="Hours between automatic backups of the database; 0: none.")
    backup_dir: Path | None = Field(
        None, description="Folder for automatic backups; default: backups in the data folder."
    )
    backups_kept: int = Field(
        5, ge=0, description="Number of automatic backups to keep, and of copies from before migrations (SQLite)."
    )

    @field_validator("trusted_proxies", "allowed_origins", "allowed_hosts", mode="before")
    @classmethod
    def _listed(cls, value: object) -> object:
        return [part.strip() for part in value.split(",") if part.strip()] if isinstance(value, str) else value

    @field_validator("trusted_proxies")
    @classmethod
    def _networks(cls, value: list[str]) -> list[str]:
        for part in value:
            ipaddress.ip_network(part, strict=False)
        return value

    @field_validator("path_prefix")
    @classmethod
    def _prefix(cls, value: str) -> str:
        value = value.rstrip("/")
        if value and not value.startswith("/"):
            raise ValueError("must begin with /")
        return value

    @field_validator("notify_webhook")
    @classmethod
    def _web_address(cls, value: str | None) -> str | None:
        if value and not value.startswith(("http://", "https://")):
            raise ValueError("must begin with http:// or https://")
        return value or None

    @field_validator("database_url")
    @classmethod
    def _postgres(cls, value: SecretStr | None) -> SecretStr | None:
        if value is not None and not value.get_secret_value().startswith(("postgresql://", "postgresql+psycopg://")):
            raise ValueError("must begin with postgresql://")
        return value

    @property
    def is_sqlite(self) -> bool:
        """Whether the database is the file in the data folder."""
        return self.database_url is None

    @property
    def sqlite_file(self) -> Path:
        """The database file (SQLite)."""
        return self.data_dir / "mirabilia.sqlite"

    @property
    def sqlalchemy_url(self) -> str:
        """The database's address as SQLAlchemy takes it."""
        if self.database_url is None:
            return f"sqlite:///{self.sqlite_file}"
        return "postgresql+psycopg://" + self.database_url.get_secret_value().split("://", 1)[1]

    @property
    def postgres_url(self) -> str:
        """The database's address as psycopg takes it."""
        return self.sqlalchemy_url.replace("postgresql+psycopg://", "postgresql://", 1)


def load_settings(**given: Json) -> Settings:
    """The settings in force; `given` (the command line) wins over everything. `BadSettings` names what is wrong."""
    try:
        settings = Settings(**{key: value for key, value in given.items() if value is not None})
    except ValidationError as error:
        faults = "; ".join(
            f"{PREFIX}{'.'.join(map(str, fault['loc'])).upper()}: {fault['msg'].removeprefix('Value error, ')}"
            for fault in error.errors()
        )
        raise BadSettings(faults) from error
    if settings.processes > 1 and settings.is_sqlite:
        raise BadSettings("MIRABILIA_PROCESSES: more than one process needs PostgreSQL (MIRABILIA_DATABASE_URL)")
    return settings


def describe(settings: Settings, given: JsonObject) -> list[tuple[str, str, str, str]]:
    """Every setting as (variable, value, source, sentence), with secrets masked."""
    from_file = _dotenv_names()
    rows = []
    for name, field in Settings.model_fields.items():
        variable = PREFIX + name.upper()
        value = getattr(settings, name)
        if given.get(name) is not None:
            source = "command line"
        elif os.environ.get(variable):
            source = "environment"
        elif variable in from_file:
            source = ".env"
        else:
            source = "default"
        if isinstance(value, SecretStr):
            shown = "********"
        elif value is None:
            shown = "-"
        elif isinstance(value, list):
            shown = ", ".join(value) or "-"
        else:
            shown = str(value) or "-"
        rows.append((variable, shown, source, field.description or ""))
    return rows


def _dotenv_names() -> set[str]:
    from dotenv import dotenv_values

    return {key for key, value in dotenv_values(".env").items() if value} if Path(".env").is_file() else set()
