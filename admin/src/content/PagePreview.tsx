import type { AdminPage } from '@fairturn/contract/backoffice/content'
import { Card } from '@fairturn/ui/Card.tsx'
import { PageHeader } from '@fairturn/ui/PageHeader.tsx'
import { useTranslate } from 'react-admin'
import { MemberPreview } from '../components/MemberPreview.tsx'

export function PagePreview({ name, locale, html }: Pick<AdminPage, 'name' | 'locale' | 'html'>) {
  const translate = useTranslate()
  return (
    <MemberPreview locale={locale} height={620}>
      <PageHeader title={translate(`site.names.${name}`)} back={{ href: '#', label: '' }} />
      <Card padded>
        <article className="prose" dangerouslySetInnerHTML={{ __html: html }} />
      </Card>
    </MemberPreview>
  )
}
