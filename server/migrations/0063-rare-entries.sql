-- Why: a search of the ledger must not read back to its first entry. Claims, by far the most entries, are in none of these
-- indexes, so that posting them costs what it did (decision 060).

create index entry_by_reference on entry (refers_to) where type <> 'award_claimed'; -- a claim is found by its award
create index entry_by_rare_actor on entry (actor, entry_no) where actor <> 'system' and actor not like 'member:%';
create index entry_by_rare_type on entry (type, entry_no) where type not in ('award_claimed', 'deposit_credited');

-- All of a member's sessions, ended ones too: whether a device is new is asked of each withdrawal in the list.
create index session_by_member on session (member_id);
