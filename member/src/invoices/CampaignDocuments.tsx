// The documents of a campaign; before it is paid, the quote.
import type { Campaign } from '@fairturn/contract/campaigns'
import type { Invoice } from '@fairturn/contract/invoices'
import { Card } from '@fairturn/ui/Card.tsx'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Section } from '../shell/Section.tsx'
import { InvoiceReceipt, InvoiceRow } from './InvoiceRow.tsx'
import { documentsQuery } from './queries.ts'
import { QuoteButton } from './QuoteButton.tsx'

export function CampaignDocuments({ campaign }: { campaign: Campaign }) {
  const { t } = useLingui()
  const { data = [] } = useQuery({ ...documentsQuery(campaign._id), enabled: campaign.paid_at !== null })
  const [opened, open] = useState<Invoice | null>(null)
  const isUnpaid = campaign.status === 'unpaid'
  if (!isUnpaid && data.length === 0) return null
  return (
    <Section title={t`Documents`} className="mt-3">
      {isUnpaid ? (
        <div className="flex">
          <QuoteButton campaign_id={campaign._id} />
        </div>
      ) : (
        <Card>
          <ul className="divide-y divide-line">
            {data.map((invoice) => (
              <InvoiceRow key={invoice._id} invoice={invoice} onPress={() => open(invoice)} />
            ))}
          </ul>
        </Card>
      )}
      {opened && <InvoiceReceipt invoice={opened} onClose={() => open(null)} />}
    </Section>
  )
}
