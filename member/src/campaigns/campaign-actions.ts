// A placer's actions on a campaign, each sent once under its own key. Nothing is shown as done before the
// server has confirmed it: there is money in every one of them.
import type { Campaign } from '@fairturn/contract/campaigns'
import type { MemberMessageCode } from '@fairturn/contract/messages'
import type { ApiFailure } from '@fairturn/ui/failure.ts'
import { useAction } from '@fairturn/ui/useAction.ts'
import { call } from '../client.ts'
import { toastFailure } from '../failureText.ts'
import { toastMessage } from '../messages.ts'
import { cacheCampaign, cachePaid, refreshCampaigns } from './campaign-queries.ts'

interface ActionOptions {
  onDone?: () => void
}

/** The screen may be older than the server's decision. */
function failed(failure: ApiFailure): void {
  toastFailure(failure)
  void refreshCampaigns()
}

const say = (message: MemberMessageCode | undefined): void => {
  if (message) toastMessage(message).catch(toastFailure)
}

export function usePay({ onDone }: ActionOptions) {
  return useAction({
    run: (campaign_id: string, key) =>
      call('POST campaigns/:campaign_id/pay', { params: { campaign_id }, key }),
    onDone({ data, message }) {
      cachePaid(data.campaign)
      onDone?.()
      say(message)
    },
    onFailed: failed,
  })
}

export function usePause() {
  return useAction({
    run: (campaign_id: string, key) =>
      call('POST campaigns/:campaign_id/pause', { params: { campaign_id }, key }),
    onDone: ({ data, message }) => kept(data, message),
    onFailed: failed,
  })
}

export function useResume() {
  return useAction({
    run: (campaign_id: string, key) =>
      call('POST campaigns/:campaign_id/resume', { params: { campaign_id }, key }),
    onDone: ({ data, message }) => kept(data, message),
    onFailed: failed,
  })
}

function kept(campaign: Campaign, message: MemberMessageCode | undefined): void {
  cacheCampaign(campaign)
  say(message)
}

interface TopUp {
  campaign_id: string
  visits: number
  /** As it was quoted. */
  total: string
}

export function useTopUp({ onDone }: ActionOptions) {
  return useAction({
    run: ({ campaign_id, ...body }: TopUp, key) =>
      call('POST campaigns/:campaign_id/top-up', { params: { campaign_id }, body, key }),
    onDone({ data, message }) {
      cachePaid(data.campaign)
      onDone?.()
      say(message)
    },
    onFailed: failed,
  })
}

export function useCancel({ onDone }: ActionOptions) {
  return useAction({
    run: (campaign_id: string, key) =>
      call('POST campaigns/:campaign_id/cancel', { params: { campaign_id }, key }),
    onDone({ data, message }) {
      cachePaid(data.campaign)
      onDone?.()
      say(message)
    },
    onFailed: failed,
  })
}
