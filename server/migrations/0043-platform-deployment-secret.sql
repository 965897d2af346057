-- Why: a process or a backup with another SECRET than the deployment's ran, and what it signed and encrypted was of no use to the others.
create table deployment_secret (
  singleton boolean primary key default true check (singleton),
  -- Of the secret that everything is encrypted with, or with its predecessors until they are rotated; says nothing of it.
  fingerprint text not null check (fingerprint ~ '^[0-9a-f]{16}$'),
  recorded_at timestamptz not null
);
