import type { InvoiceSeries } from '@fairturn/contract/accounting'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../shell/client.ts'
import type { Period } from '../shell/history/period.ts'
import { pagesQuery } from '../shell/pages-query.ts'
import { keys } from '../shell/queries.ts'

export const billingQuery = queryOptions({
  queryKey: [...keys.payments, 'billing'],
  queryFn: async ({ signal }) => (await call('GET billing', { signal })).data,
})

export const invoicesQuery = (series: InvoiceSeries | undefined, { from, to }: Period) =>
  pagesQuery([...keys.payments, 'invoices', series ?? '', from, to], (page, signal) =>
    call('GET invoices', {
      query: { ...(series && { series }), ...(from && { from }), ...(to && { to }), ...page },
      signal,
    }),
  )

/** Of a campaign; it has few. */
export const documentsQuery = (campaign_id: string) =>
  queryOptions({
    queryKey: [...keys.payments, 'invoices-of', campaign_id],
    queryFn: async ({ signal }) =>
      (await call('GET invoices', { query: { subject_id: campaign_id }, signal })).data.list,
  })

/** One document with its buyer and lines. */
export const invoiceQuery = (invoice_id: string) =>
  queryOptions({
    queryKey: [...keys.payments, 'invoice', invoice_id],
    queryFn: async ({ signal }) =>
      (await call('GET invoices/:invoice_id', { params: { invoice_id }, signal })).data,
  })
