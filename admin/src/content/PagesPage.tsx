import { PAGES } from '@fairturn/contract/content'
import { type Locale, LOCALES } from '@fairturn/contract/locales'
import { Typography } from '@mui/material'
import { Title, useTranslate } from 'react-admin'
import { formatTime } from '../components/format.ts'
import { GoTo } from '../components/GoTo.tsx'
import { useLanguageName } from '../components/Languages.tsx'
import { RecordTable } from '../components/RecordTable.tsx'
import { StateChip } from '../components/Status.tsx'
import type { DataOf } from '../shell/api.ts'
import { useEndpointQuery } from '../shell/endpoint-hooks.ts'
import { TermsVersions } from './TermsVersions.tsx'

type Page = DataOf<'GET backoffice/pages'>['list'][number]

export function PagesPage() {
  const translate = useTranslate()
  const nameOf = useLanguageName()
  const { data } = useEndpointQuery('GET backoffice/pages')
  const pageOf = (name: Page['name'], locale: Locale) =>
    data?.list.find((each) => each.name === name && each.locale === locale)
  return (
    <>
      <Title title={translate('resources.pages.name', { smart_count: 2 })} />
      <Typography color="text.secondary" sx={{ my: 2, maxWidth: 720 }}>
        {translate('site.pages_why')}
      </Typography>
      <RecordTable
        rows={PAGES.map((_id) => ({ _id }))}
        columns={[
          { label: 'site.page', render: ({ _id }) => translate(`site.names.${_id}`), whole: true },
          ...LOCALES.map((locale) => ({
            label: nameOf(locale),
            render: ({ _id }: { _id: Page['name'] }) => <WayTo page={pageOf(_id, locale)} />,
            whole: true,
          })),
        ]}
      />
      <TermsVersions />
    </>
  )
}

function WayTo({ page }: { page: Page | undefined }) {
  const translate = useTranslate()
  const nameOf = useLanguageName()
  if (page === undefined) return null
  const { name, locale, own, changed_at } = page
  const state = translate(own ? 'site.own' : 'site.of_product')
  return (
    <GoTo
      to={`/pages/${name}.${locale}/show`}
      label={`${translate(`site.names.${name}`)}, ${nameOf(locale)}: ${state}`}
      title={own ? formatTime(changed_at) : undefined}
    >
      {own ? <StateChip label={state} tone="primary" /> : state}
    </GoTo>
  )
}
