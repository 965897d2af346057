import type { AdminBroadcast, BroadcastTexts } from '@fairturn/contract/backoffice/broadcasts'

export type Draft = Pick<AdminBroadcast, 'path' | 'audience'> & { texts: Partial<BroadcastTexts> }
