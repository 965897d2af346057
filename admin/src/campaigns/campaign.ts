import type { AdminCampaign } from '@fairturn/contract/backoffice/reviews'
import type { DataOf } from '../shell/api.ts'

export type Campaign = AdminCampaign & Partial<DataOf<'GET backoffice/campaigns/:campaign_id'>>
