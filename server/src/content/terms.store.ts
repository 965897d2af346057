import type { AgreedPage } from '@fairturn/contract/content'
import type { Locale } from '@fairturn/contract/locales'
import { statement } from '../platform/database/statement.ts'

export interface TermsText {
  readonly name: AgreedPage
  readonly locale: Locale
  readonly html: string
}

export const selectTermsText = statement(
  `-- content_terms_text
  select html from terms_text where version = $version and name = $name and locale = $locale`,
  { params: { version: 'int4', name: 'text', locale: 'text' }, columns: { html: 'text' } },
)

export const selectTermsTexts = statement(
  `-- content_terms_texts
  select name, locale, html from terms_text where version = $version`,
  { params: { version: 'int4' }, columns: { name: 'text', locale: 'text', html: 'text' } },
)

/** Two who store the same version at once store the same texts. */
export const insertTermsTexts = statement(
  `-- content_insert_terms_texts
  insert into terms_text (version, name, locale, html)
  select $version::int, t.name, t.locale, t.html from unnest($names::text[], $locales::text[], $texts::text[]) as t (name, locale, html)
  on conflict do nothing`,
  {
    params: { version: 'int4', names: 'text[]', locales: 'text[]', texts: 'text[]' },
  },
)

/** Versions whose announcement is not finished. */
export const selectUntold = statement(
  `-- content_untold_terms
  select number as version from terms_version where told_at is null order by number`,
  { columns: { version: 'int4' } },
)

export const firstInstant = statement(
  `-- content_first_instant_of_day
  select $day::date::timestamp at time zone $time_zone::text as at`,
  { params: { day: 'date', time_zone: 'text' }, columns: { at: 'timestamptz' } },
)

/** The first day that begins at least that long from now. */
export const earliestDay = statement(
  `-- content_earliest_day
  select to_char(date_trunc('day', ($now::timestamptz + make_interval(days => $days::int)) at time zone $time_zone::text) + interval '1 day',
    'YYYY-MM-DD') as day`,
  { params: { now: 'timestamptz', days: 'int4', time_zone: 'text' }, columns: { day: 'text' } },
)
