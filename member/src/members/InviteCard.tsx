import { Card } from '@fairturn/ui/Card.tsx'
import { IconButton } from '@fairturn/ui/IconButton.tsx'
import { toast } from '@fairturn/ui/toasts.ts'
// Inviting: the member's code and its link. Inviting pays nothing, and the card says so.
import { Trans, useLingui } from '@lingui/react/macro'
import { paths } from '../shell/paths.ts'

export const inviteLink = (code: string): string =>
  `${location.origin}${paths.register}?code=${encodeURIComponent(code)}`

export function InviteCard({ code }: { code: string }) {
  const { t } = useLingui()
  return (
    <Card padded className="mt-4 divide-y-0!">
      <p className="flex flex-wrap items-baseline justify-between gap-x-3">
        <span className="text-quiet">{t`Your invite code`}</span>
        <span className="figures text-title tracking-wide break-all select-all">{code}</span>
      </p>
      <div className="mt-2 flex items-center gap-1">
        <span className="min-w-0 flex-1 text-small wrap-anywhere text-quiet select-all">
          {inviteLink(code)}
        </span>
        <InviteButtons code={code} />
      </div>
      <p className="mt-1 text-small text-quiet">
        <Trans>Invitations are not paid: nobody pays or earns when someone joins.</Trans>
      </p>
    </Card>
  )
}

/** Copies the link, and shares it if the device can. */
export function InviteButtons({ code }: { code: string }) {
  const { t } = useLingui()
  const link = inviteLink(code)

  async function copy() {
    try {
      await navigator.clipboard.writeText(link)
      toast(t`Link copied`, 'success')
    } catch {
      toast(t`Copying is blocked here. Please select the link and copy it.`, 'error')
    }
  }
  async function share() {
    // Closing the share sheet is not an error.
    await navigator.share({ url: link }).catch(() => undefined)
  }
  return (
    <>
      <IconButton icon="copy" label={t`Copy invite link`} onClick={() => void copy()} />
      {'share' in navigator && (
        <IconButton icon="share" label={t`Share invite link`} onClick={() => void share()} />
      )}
    </>
  )
}
