-- Why: whoever gets a mail or push message in our name can check that it is ours, by a code that each carries and that is kept
-- only as a keyed hash: without the deployment's secret a copy of this table does not say which codes are genuine.
create table message_code (
  selector bytea primary key check (octet_length(selector) = 8), -- Found by this half of the hash, compared by the other.
  verifier bytea not null check (octet_length(verifier) = 16),
  member_id uuid not null references member (id),
  channel text not null check (channel in ('mail', 'push')),
  subject text not null,
  sent_at timestamptz not null
);
create index message_code_of_member on message_code (member_id);
create index message_code_sent_at on message_code (sent_at);

-- How many checks were answered no, by day (UTC); not who asked, nor about what.
create table message_check (
  day date not null,
  verdict text not null check (verdict in ('not_from_us', 'not_to_you')),
  count bigint not null check (count > 0),
  primary key (day, verdict)
);
