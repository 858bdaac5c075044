-- What columns and indexes are made of. These refer to no table, and are applied before the migrations.

-- What counts of a text when somebody looks for it, in what is stored and in what is asked: without case, accents and the final form of
-- sigma; every kind of blank is a space, every kind of dash a hyphen, and what is not to be seen is left out. The letters are listed,
-- because `lower` follows the server's locale: dotted I in Turkey, nothing beyond ASCII in the locale C. `foldText` of
-- contract/basics/fold-text.ts does the same for lists that a browser has.
create or replace function fold_text(words text) returns text language plpgsql immutable strict parallel safe as $$
declare
  said text := words;
begin
  if octet_length(words) > length(words) then
    said := normalize(regexp_replace(
      normalize(words, NFKD),
      '[\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670\u00ad\u061c\u0640\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]+',
      '', 'g'), NFC);
    said := translate(said,
      'ÆÐØÞĐĦŁŊŒŦƁƂƄƆƇƉƊƋƎƏƐƑƓƔƖƗƘƜƝƟƢƤƦƧƩƬƮƱƲƳƵƷƸƼǤǶǷȜȠȢȤȺȻȽȾɁɃɄɅɆɈɊɌɎ',
      'æðøþđħłŋœŧɓƃƅɔƈɖɗƌǝəɛƒɠɣɩɨƙɯɲɵƣƥʀƨʃƭʈʊʋƴƶʒƹƽǥƕƿȝƞȣȥⱥȼƚⱦɂƀʉʌɇɉɋɍɏ');
    if said ~ '[\u0370-\u058f]' then
      said := translate(said,
        'ͰͲͶͿΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩϏϘϚϜϞϠϢϤϦϨϪϬϮϷϺϽϾϿԱԲԳԴԵԶԷԸԹԺԻԼԽԾԿՀՁՂՃՄՅՆՇՈՉՊՋՌՍՎՏՐՑՒՓՔՕՖ',
        'ͱͳͷϳαβγδεζηθικλμνξοπρστυφχψωϗϙϛϝϟϡϣϥϧϩϫϭϯϸϻͻͼͽաբգդեզէըթժիլխծկհձղճմյնշոչպջռսվտրցւփքօֆ');
      said := translate(said,
        'ЂЄЅІЈЉЊЋЏАБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯѠѢѤѦѨѪѬѮѰѲѴѸѺѼѾҀҊҌҎҐҒҔҖҘҚҜҞҠҢҤҦҨҪҬҮҰҲҴҶҸҺҼҾӀӃӅӇӉӋӍӔӘӠӨӶӺӼӾԀԂԄԆԈԊԌԎԐԒԔԖԘԚԜԞԠԢԤԦԨԪԬԮ',
        'ђєѕіјљњћџабвгдежзиклмнопрстуфхцчшщъыьэюяѡѣѥѧѩѫѭѯѱѳѵѹѻѽѿҁҋҍҏґғҕҗҙқҝҟҡңҥҧҩҫҭүұҳҵҷҹһҽҿӏӄӆӈӊӌӎӕәӡөӷӻӽӿԁԃԅԇԉԋԍԏԑԓԕԗԙԛԝԟԡԣԥԧԩԫԭԯ');
    end if;
    said := translate(said, 'øđðłħıς⁄∕‐‑‒–—―−⁃‘’‚‛“”„‟', 'oddlhiσ//--------''''''''""""');
    said := replace(replace(replace(replace(replace(said, 'ß', 'ss'), 'ẞ', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th');
  end if;
  return btrim(regexp_replace(lower(said collate "C"), '[\s\u0085\u1680\u2028\u2029]+', ' ', 'g'));
end $$;

-- Of that, the letters and digits, by which parts are found: of the signs that stand in their names none but ×, which is typed as x.
-- These two know what they call whatever the search_path, because PostgreSQL leaves that out while it builds an index.
create or replace function search_form(words text) returns text language sql immutable strict parallel safe
  return regexp_replace(translate(fold_text(words), '×·®°', 'x'), '[^a-z0-9\u0080-\U0010ffff]+', '', 'g');

-- The words by which a part is found, those of its name and those of its attributes' values: each stretch without white space as
-- `search_form`, and each piece of it between dashes and the like. Dear, so that the planner asks its index instead.
-- The words by which a part is found, those of its name and those of its attributes' values: each stretch without white space as
-- `search_form`, and each piece of it between dashes and the like. Dear, so that the planner asks its index instead.
create or replace function part_terms(name text, attributes jsonb) returns tsvector language sql immutable strict parallel safe cost 10000
  return (
    select array_to_tsvector(coalesce(array_agg(left(search_form(word), 60)) filter (where search_form(word) <> ''), '{}'))
    from fold_text(concat_ws(' ', name, (select string_agg(value, ' ') from jsonb_each_text(attributes)))) as words,
      unnest(regexp_split_to_array(words, '[\s,;]+') || regexp_split_to_array(words, '[\s!-/:-@\[-`{-~]+')) as word
  );

create or replace function quote_number("position" bigint) returns text language sql immutable strict parallel safe as $$
  select 'Q-' || case when "position" < 1000000 then lpad("position"::text, 6, '0') else "position"::text end
$$;
