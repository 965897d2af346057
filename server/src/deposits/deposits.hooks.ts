// What deposits call of modules to their right (docs/architecture.md).
import type { Tx } from '../platform/database/database.ts'

export interface DepositsHooks {
  /**
   * Locks a member's unpaid campaign that a transfer is to pay. Refuses `campaign_is_unknown`, `campaign_cannot_be_paid`,
   * `your_account_has_been_locked`, and `the_quote_has_changed` if another amount is payable.
   */
  readonly requirePayable: (
    tx: Tx,
    own: { readonly member_id: string; readonly campaign_id: string },
    payable_minor: bigint,
  ) => Promise<void>
}
