import { Card } from '@fairturn/ui/Card.tsx'
import { LinkButton } from '@fairturn/ui/LinkButton.tsx'
import { useLingui } from '@lingui/react/macro'
import { useLocation } from 'wouter'
import { Page } from '../shell/Page.tsx'
import { paths } from '../shell/paths.ts'
import type { ContentCall } from '../shell/queries.ts'
import { ContentBlock } from './ContentBlock.tsx'

export default function ContentPage() {
  const { t } = useLingui()
  const [path] = useLocation()
  const pages: Record<string, { title: string; name: ContentCall }> = {
    [paths.companyProfile]: { title: t`Company profile`, name: 'GET company-profile' },
    [paths.developmentCooperation]: {
      title: t`Development cooperation`,
      name: 'GET development-cooperation',
    },
    [paths.foundationRules]: { title: t`Foundation rules`, name: 'GET foundation-rules' },
    [paths.orderingRules]: { title: t`Ordering rules`, name: 'GET ordering-rules' },
  }
  const page = pages[path.replace(/\/$/, '')]
  if (!page) return null
  return (
    <Page title={page.title}>
      {page.name === 'GET development-cooperation' && (
        <LinkButton href={paths.newCampaign} wide className="mb-4">
          {t`Place a campaign`}
        </LinkButton>
      )}
      <Card padded>
        <ContentBlock name={page.name} />
      </Card>
    </Page>
  )
}
