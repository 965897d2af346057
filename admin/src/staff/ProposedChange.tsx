import type { Proposal } from '@fairturn/contract/backoffice/approvals'
import { type PageContent, PAGE_PROPOSAL } from '@fairturn/contract/backoffice/content'
import { type LevelOfTable, LEVELS_PROPOSAL } from '@fairturn/contract/backoffice/levels'
import { proposalOf, SETTING_NAMES } from '@fairturn/contract/backoffice/settings'
import type { PageName } from '@fairturn/contract/content'
import type { Locale } from '@fairturn/contract/locales'
// Shows what a proposal would change: the current value struck through, and the proposed one; for a page also
// a preview.
import { Box } from '@mui/material'
import { useTranslate } from 'react-admin'
import { useLanguageName } from '../components/Languages.tsx'
import { Changes } from '../content/Changes.tsx'
import type { Properties } from '../content/difference.ts'
import { usePageProperties } from '../content/page-properties.ts'
import { PagePreview } from '../content/PagePreview.tsx'
import { useValueProperties } from '../content/setting-fields.tsx'
import { useLevelProperties } from '../levels/level-properties.ts'

type PageChange = PageContent & { name: PageName; locale: Locale }

/** Returns the function that lists a proposal's properties; undefined for kinds that change nothing versioned. */
export function useProposedProperties(kind: string): ((value: unknown) => Properties) | undefined {
  const translate = useTranslate()
  const nameOf = useLanguageName()
  const propertiesOfLevels = useLevelProperties()
  const propertiesOfPage = usePageProperties()
  const propertiesOfValue = useValueProperties()
  if (kind === LEVELS_PROPOSAL) return (value) => propertiesOfLevels(value as LevelOfTable[])
  if (kind === PAGE_PROPOSAL)
    return (value) => {
      const { name, locale, html } = value as PageChange
      const [text] = Object.values(propertiesOfPage({ html }))
      return { [`${translate(`site.names.${name}`)}, ${nameOf(locale)}`]: text ?? '' }
    }
  const setting = SETTING_NAMES.find((name) => proposalOf(name) === kind)
  return setting && ((value) => propertiesOfValue(setting, value))
}

export function ProposedChange({
  proposal: { kind, content },
  propertiesOf,
}: {
  proposal: Proposal
  propertiesOf: (value: unknown) => Properties
}) {
  const { before, after } = content
  const page = kind === PAGE_PROPOSAL ? (after as PageChange) : undefined
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <Changes before={propertiesOf(before)} after={propertiesOf(after)} />
      {page && page.html !== null && <PagePreview {...page} html={page.html} />}
    </Box>
  )
}
