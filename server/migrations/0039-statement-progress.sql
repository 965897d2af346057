-- Why: a statement of many thousand lines is decided in sets, in the order of booking, and its progress is shown while that lasts.
drop index bank_line_undecided;
create index bank_line_undecided on bank_line (booking_day, (direction = 'credit'), id) where state = 'new';
create index bank_line_undecided_of_statement on bank_line (statement_id) where state = 'new';
