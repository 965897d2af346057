-- Settings, and texts that operators may change: what the deployment is called, costs and says.
create table setting (
  key text primary key,
  value jsonb not null,
  updated_at timestamptz not null
);

-- A page overrides the default text that comes with the product.
create table page (
  name text not null,
  locale text not null,
  html text not null,
  updated_at timestamptz not null,
  primary key (name, locale)
);

create table popup (
  locale text primary key,
  -- Null: no popup in this language.
  image text,
  updated_at timestamptz not null
);
