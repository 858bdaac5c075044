-- What a search falls back on: at most 60 parts with words like the typed ones, else those whose names look like the text. The filter
-- stands beside the words, so that its index is used; of very many, the 300 that are met first.
create or replace function parts_alike_to(form text, typed_words text[], filter text, sorted text) returns uuid[]
language plpgsql stable as $$
declare
  meant constant tsquery := all_words_meant(typed_words, true);
  likely constant text := 'select array(select id from (
      select id, search_name, position, price, available from parts where %s and %s limit 300
    ) as alike order by %s limit 60)';
  by_likeness constant text := coalesce(sorted, format('similarity(search_name, %L) desc, position', form));
  hits uuid[];
begin
  if meant is not null then
    execute format(likely, filter, format('array_to_tsvector(search_words(name)) @@ %L::tsquery', meant), by_likeness) into hits;
    if hits <> '{}' then return hits; end if;
  end if;
  execute format('select array(select id from parts where %s and id = any (array(
    select names_one_slip_off(%2$L) union select numbers_one_slip_off(%2$L))) order by %s limit 60)',
    filter, form, coalesce(sorted, 'position')) into hits;
  if hits <> '{}' or length(form) < 8 or form !~ '[a-z0-9]{3}' then return hits; end if;
  -- A slip takes at most four trigrams away, and where the text stands inside a name, three more are missing at its ends.
  perform set_config('pg_trgm.word_similarity_threshold', greatest(0.6, (length(form) - 6.0) / (length(form) + 1))::text, true);
  execute format(likely, filter, format('search_name %%> %L', form), by_likeness) into hits;
  return hits;
end $$;
