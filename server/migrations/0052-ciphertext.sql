-- Why: stored names follow the glossary: what is encrypted is a ciphertext.

alter table campaign_draft rename column sealed to ciphertext;
alter table one_time_secret rename column sealed to ciphertext;
alter table postback_key rename column sealed to ciphertext;
alter table proof_key rename column sealed to ciphertext;
alter table proof_tree rename column sealed_secret to ciphertext;

-- When the deployment's secret is replaced, what it encrypted is encrypted again; nothing else of the row may change.
create function proof_is_only_reencrypted() returns trigger language plpgsql as $$
begin
  if to_jsonb(new) - 'ciphertext' is distinct from to_jsonb(old) - 'ciphertext'
    or (to_jsonb(new) -> 'ciphertext' = 'null') <> (to_jsonb(old) -> 'ciphertext' = 'null')
  then
    raise exception '% on % is refused: what is signed and published is kept as it is', tg_op, tg_table_name
      using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
drop trigger sealed_anew on proof_key;
drop trigger sealed_anew on proof_tree;
drop function proof_is_only_sealed_anew;
create trigger reencrypted before update on proof_key for each row execute function proof_is_only_reencrypted();
create trigger reencrypted before update on proof_tree for each row execute function proof_is_only_reencrypted();
revoke execute on function proof_is_only_reencrypted from public, fairturn_app;
