// The SQL of campaigns as operators list them. Decides nothing.
import { statement } from '../database/statement.ts'
import { type Campaign, CAMPAIGN } from './campaigns.store.ts'

/** Newest first. */
export const listCampaigns = statement<Campaign>(
  'campaigns_office_list',
  `select ${CAMPAIGN} from campaign
   where ($1::text is null or status = $1) and ($2::uuid is null or member_id = $2) and ($3::uuid is null or id < $3)
   order by id desc limit $4`,
)

/** The longest waiting first. */
export const listCampaignsInReview = statement<Campaign>(
  'campaigns_office_in_review',
  `select ${CAMPAIGN} from campaign
   where status = 'review' and ($1::uuid is null or member_id = $1)
     and ($2::timestamptz is null or (paid_at, id) > ($2, $3::uuid))
   order by paid_at, id limit $4`,
)

/** Names of placers; empty once the account is closed. */
export const placersOf = statement<{ id: string; username: string }>(
  'campaigns_placers',
  `select id, username from member where id = any ($1::uuid[])`,
)
