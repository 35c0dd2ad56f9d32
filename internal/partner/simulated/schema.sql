create table if not exists calls (
	idempotency_key text    not null,
	tracking_no     text    not null,
	accepted        integer not null
);
create index if not exists calls_by_key on calls (idempotency_key);
create table if not exists cancels (
	idempotency_key text    not null,
	tracking_no     text    not null,
	accepted        integer not null
);
create index if not exists cancels_by_key on cancels (idempotency_key);
create table if not exists labels (
	idempotency_key text    primary key,
	tracking_no     text    not null,
	script          text    not null,
	asked           integer not null default 0
);
create table if not exists contents (
	idempotency_key text primary key,
	tracking_no     text not null,
	message         text not null
)
