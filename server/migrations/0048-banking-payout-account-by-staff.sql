-- Two people change a member's payout account once in 30 days: each change holds withdrawals for 24 hours.
alter table bank_details add column changed_by_staff_at timestamptz;
