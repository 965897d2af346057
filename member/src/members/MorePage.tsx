import { useLingui } from '@lingui/react/macro'
import { Page } from '../shell/Page.tsx'
import { paths } from '../shell/paths.ts'
import { OtherLinks } from './Links.tsx'

/** The links that the personal area does not show at once. */
export default function MorePage() {
  const { t } = useLingui()
  return (
    <Page
      title={t({ message: 'More', context: 'the other links of the personal area' })}
      back={paths.individual}
    >
      <OtherLinks />
    </Page>
  )
}
