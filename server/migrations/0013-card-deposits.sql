-- Why: deposits can be paid by card at a hosted checkout; what the provider tells us is kept once, and never decides alone.

alter table deposit
  drop constraint deposit_method_check,
  add constraint deposit_method_check check (method in ('bank_transfer', 'card')),
  add column checkout_session text constraint deposit_checkout_session_is_unique unique,
  add column checkout_url text,
  add column checkout_expires_at timestamptz,
  -- Null until the provider has answered: such a deposit is not shown to anybody, and only its own request completes it.
  add check (num_nonnulls(checkout_session, checkout_url, checkout_expires_at) in (0, 3)),
  add check (method = 'card' or checkout_session is null);
create index deposit_at_checkout on deposit (id) where status = 'awaiting' and checkout_session is not null;

-- What the provider told us about payments, once an event however often it is sent.
create table card_event (
  -- The provider's own, evt_…; `asked:` and the session where we asked.
  id text primary key,
  type text not null,
  -- When it happened, as the provider says; events come in any order.
  happened_at timestamptz not null,
  received_at timestamptz not null,
  payment_intent text,
  deposit_id uuid references deposit (id),
  amount_minor bigint,
  currency text,
  -- `needs_review`: money moved in a way that nothing here decides about; an operator does.
  state text not null default 'ignored' check (state in ('applied', 'ignored', 'needs_review')),
  note text not null default ''
);
create index card_event_to_review on card_event (received_at) where state = 'needs_review';
create index card_event_of_payment on card_event (payment_intent);
