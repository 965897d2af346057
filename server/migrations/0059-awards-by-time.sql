-- Why: what can still be claimed at an instant is asked by the public page and looked through all awards (decision 060).

create index award_claimed_at on award (claimed_at);
