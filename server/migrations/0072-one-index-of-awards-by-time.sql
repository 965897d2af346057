-- Awards by time have one index: award_latest serves whatever award_claimed_at did, and a claim writes one entry less.
drop index award_claimed_at;
