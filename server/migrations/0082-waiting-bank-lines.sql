-- Why: a line of a waiting statement stood for the same booking in others: what it says was credited when one of those was accepted, and discarding it lost the booking.

-- Each waiting statement has its own lines; a booking of accepted statements is one line, as before.
alter table bank_line drop constraint bank_line_is_imported_once;
create unique index bank_line_is_imported_once on bank_line (account, identity)
  where finding is distinct from 'statement_waits';
