-- As before, in a quarter of the time: each written part takes its words apart twice, for its index and for the list of all words.
create or replace function part_terms(name text, attributes jsonb) returns tsvector language plpgsql immutable strict parallel safe cost 10000 as $$
declare
  words constant text := concat_ws(' ', name, (select string_agg(value, ' ') from jsonb_each_text(attributes)));
begin
  return array_to_tsvector(array(
    select left(search_form(word), 60)
    from unnest(regexp_split_to_array(words, '[\s,;]+') || regexp_split_to_array(words, '[\s!-/:-@\[-`{-~]+')) as word
    where search_form(word) <> ''
  ));
end $$;
