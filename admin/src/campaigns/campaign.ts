import type { AdminCampaign } from '@fairturn/contract/backoffice/reviews'
import { formatMoney, parseMoney } from '@fairturn/contract/minor-units'
import type { DataOf } from '../shell/api.ts'

export type Campaign = AdminCampaign & Partial<DataOf<'GET backoffice/campaigns/:campaign_id'>>

/** What is returned to the placer together with its VAT. */
export const withVat = (net: string, vat: string): string => formatMoney(parseMoney(net) + parseMoney(vat))
