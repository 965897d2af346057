-- A direction or a status may have several words: mappings hold lists of them.
update bank_csv_mapping set mapping = (mapping - 'credit_word' - 'debit_word' - 'booked_word')
  || case when mapping ? 'credit_word' then jsonb_build_object('credit_words', jsonb_build_array(mapping->'credit_word')) else '{}' end
  || case when mapping ? 'debit_word' then jsonb_build_object('debit_words', jsonb_build_array(mapping->'debit_word')) else '{}' end
  || case when mapping ? 'booked_word' then jsonb_build_object('booked_words', jsonb_build_array(mapping->'booked_word')) else '{}' end
where mapping ?| array['credit_word', 'debit_word', 'booked_word'];
