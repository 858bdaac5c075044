-- What an order has brought, in cents: its price without tax, less what of it was given back. Of price and tax the same share went back.
create function turnover_cents(total_cents bigint, tax_cents bigint, refunded_cents bigint) returns bigint language sql immutable parallel safe as $$
  select case when tax_cents = 0 then total_cents - refunded_cents
    else round((total_cents + tax_cents - refunded_cents)::numeric * total_cents / (total_cents + tax_cents))::bigint end
$$;
--> statement-breakpoint
-- Orders of which something was given back, which totals of sales count in full.
create index orders_given_back on orders (paid_at) where refunded_cents > 0 and paid_at is not null;
--> statement-breakpoint
-- What counts of a text when somebody looks for it, in what is stored and in what is asked: without case, accents and the final form of
-- sigma; every kind of blank is a space, every kind of dash a hyphen, and what is not to be seen is left out. The letters are listed,
-- because `lower` follows the server's locale: dotted I in Turkey, nothing beyond ASCII in the locale C. `foldText` of
-- contract/fold-text.ts does the same for lists that a browser has.
create function fold_text(words text) returns text language plpgsql immutable strict parallel safe as $$
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
--> statement-breakpoint
-- Of that, the letters and digits, by which parts are found: of the signs that stand in their names none but ×, which is typed as x.
-- These two know what they call whatever the search_path, because PostgreSQL leaves that out while it builds an index.
create or replace function search_form(words text) returns text language sql immutable strict parallel safe
  return regexp_replace(translate(fold_text(words), '×·®°', 'x'), '[^a-z0-9\u0080-\U0010ffff]+', '', 'g');
--> statement-breakpoint
create or replace function part_terms(name text, attributes jsonb) returns tsvector language sql immutable strict parallel safe cost 10000
  return (
    select array_to_tsvector(coalesce(array_agg(left(search_form(word), 60)) filter (where search_form(word) <> ''), '{}'))
    from fold_text(concat_ws(' ', name, (select string_agg(value, ' ') from jsonb_each_text(attributes)))) as words,
      unnest(regexp_split_to_array(words, '[\s,;]+') || regexp_split_to_array(words, '[\s!-/:-@\[-`{-~]+')) as word
  );
--> statement-breakpoint
create or replace function typed_words(words text) returns text[] language sql immutable strict parallel safe as $$
  with forms as (
    select left(search_form(typed), 60) as form, at from regexp_split_to_table(fold_text(words), '[\s,;]+') with ordinality as split (typed, at)
  ), counting as (
    select form, min(at) as at from forms where length(form) > 1 group by form order by 2 limit 6
  )
  select coalesce(array_agg(form order by at), '{}') from counting
$$;
--> statement-breakpoint
-- What is stored in this form, where it is another one now. What would be the same as another row keeps the form that it has.
update parts set name = name, part_number = part_number
  where octet_length(name || part_number || attributes::text) > length(name || part_number || attributes::text) and not exists (
    select from parts as other where other.id <> parts.id and other.deleted_at is null and search_form(other.part_number) = search_form(parts.part_number));
--> statement-breakpoint
reindex index parts_by_term;
--> statement-breakpoint
update customer_part_numbers as own set form = search_form(number) where form <> search_form(number) and not exists (
  select from customer_part_numbers as other
  where other.user_id = own.user_id and other.number <> own.number and search_form(other.number) = search_form(own.number));
--> statement-breakpoint
update search_answers as own set form = search_form(text) where form <> search_form(text) and not exists (
  select from search_answers as other where other.id <> own.id and search_form(other.text) = search_form(own.text));
--> statement-breakpoint
update synonyms as own set form = search_form(words) where form <> search_form(words) and not exists (
  select from synonyms as other where other.id <> own.id and search_form(other.words) = search_form(own.words));
--> statement-breakpoint
drop index users_by_text;
--> statement-breakpoint
create index users_by_text on users using gin (email gin_trgm_ops, fold_text(display_name) gin_trgm_ops);
--> statement-breakpoint
drop index invoices_by_text;
--> statement-breakpoint
create index invoices_by_text on invoices using gin (fold_text(buyer_name) gin_trgm_ops, fold_text(number) gin_trgm_ops);
--> statement-breakpoint
create index bank_movements_by_text on bank_movements using gin (
  fold_text(payer || ' ' || text || ' ' || reference || ' ' || payer_account) gin_trgm_ops);
--> statement-breakpoint
drop index parcels_by_tracking_number;
--> statement-breakpoint
create index parcels_by_tracking_number on parcels (search_form(tracking_number) text_pattern_ops) where tracking_number is not null;
--> statement-breakpoint
drop statistics orders_references;
--> statement-breakpoint
drop index orders_by_reference;
--> statement-breakpoint
create index orders_by_reference on orders (fold_text(reference) text_pattern_ops) where reference is not null;
--> statement-breakpoint
drop index orders_by_state_and_reference;
--> statement-breakpoint
create index orders_by_state_and_reference on orders (state, fold_text(reference) text_pattern_ops) where reference is not null;
--> statement-breakpoint
-- Used for the beginnings of references and payments, see 0000.
create statistics orders_references on (fold_text(reference)) from orders;
--> statement-breakpoint
drop index orders_by_transaction;
--> statement-breakpoint
drop statistics orders_transactions;
--> statement-breakpoint
create statistics orders_transactions on (fold_text(substr(transaction_id, 8))) from orders;
--> statement-breakpoint
create index orders_by_transaction on orders (fold_text(substr(transaction_id, 8)) text_pattern_ops) where transaction_id is not null;
