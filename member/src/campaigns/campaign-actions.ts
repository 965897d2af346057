// A placer's actions on a campaign, each sent with an idempotency key. Never optimistic: all of them involve
// money, so nothing is shown as done before the server confirms it.
import type { Campaign } from '@fairturn/contract/campaigns'
import type { MemberMessageCode } from '@fairturn/contract/messages'
import type { CallAnswer } from '@fairturn/ui/client.ts'
import type { ApiFailure } from '@fairturn/ui/failure.ts'
import { call } from '../shell/client.ts'
import { toastFailure } from '../shell/failure-text.ts'
import { toastMessage } from '../shell/messages.ts'
import { useAction } from '../shell/useAction.ts'
import { cacheCampaign, cachePaid, refreshCampaigns } from './campaign-queries.ts'

interface ActionOptions {
  onDone?: () => void
}

/** The screen may be stale, so refetch. */
function failed(failure: ApiFailure): void {
  toastFailure(failure)
  void refreshCampaigns()
}

const say = (message: MemberMessageCode | undefined): void => {
  if (message) toastMessage(message).catch(toastFailure)
}

/** An action that moves money; everything that shows money is refetched. */
const usePaidAction = <Input>(
  once: string,
  run: (input: Input, key: string) => Promise<CallAnswer<{ campaign: Campaign }>>,
  { onDone }: ActionOptions,
) =>
  useAction({
    once,
    run,
    onDone({ data, message }) {
      cachePaid(data.campaign)
      onDone?.()
      say(message)
    },
    onFailed: failed,
  })

interface Payment {
  campaign_id: string
  /** As shown. */
  total: string
  payable: string
}

export const usePay = (options: ActionOptions) =>
  usePaidAction(
    'pay',
    ({ campaign_id, ...body }: Payment, key) =>
      call('POST campaigns/:campaign_id/pay', { params: { campaign_id }, body, key }),
    options,
  )

interface TopUp {
  campaign_id: string
  visits: number
  /** As quoted. */
  total: string
  payable: string
}

export const useTopUp = (options: ActionOptions) =>
  usePaidAction(
    'top-up',
    ({ campaign_id, ...body }: TopUp, key) =>
      call('POST campaigns/:campaign_id/top-up', { params: { campaign_id }, body, key }),
    options,
  )

export const useCancel = (options: ActionOptions) =>
  usePaidAction(
    'cancel',
    (campaign_id: string, key) =>
      call('POST campaigns/:campaign_id/cancel', { params: { campaign_id }, key }),
    options,
  )

/** Pauses or resumes a running campaign. */
export const usePause = () =>
  useAction({
    run: ({ campaign_id, pause }: { campaign_id: string; pause: boolean }, key) =>
      call(pause ? 'POST campaigns/:campaign_id/pause' : 'POST campaigns/:campaign_id/resume', {
        params: { campaign_id },
        key,
      }),
    onDone({ data, message }) {
      cacheCampaign(data)
      say(message)
    },
    onFailed: failed,
  })
