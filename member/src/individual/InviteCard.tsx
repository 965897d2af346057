// Inviting: the own code and its link. Inviting pays nothing, and this says so.
import { Trans, useLingui } from '@lingui/react/macro'
import { IconButton } from '@fairturn/ui/IconButton.tsx'
import { Card } from '@fairturn/ui/Card.tsx'
import { toast } from '@fairturn/ui/toasts.ts'
import { paths } from '../paths.ts'

export const inviteLink = (code: string): string =>
  `${location.origin}${paths.register}?code=${encodeURIComponent(code)}`

export function InviteCard({ code }: { code: string }) {
  const { t } = useLingui()
  const link = inviteLink(code)

  async function copy() {
    try {
      await navigator.clipboard.writeText(link)
      toast(t`Link copied`, 'success')
    } catch {
      toast(link, 'info')
    }
  }
  async function share() {
    // Closing the share sheet is no failure.
    await navigator.share({ url: link }).catch(() => undefined)
  }

  return (
    <Card className="mt-3 divide-y-0! py-2.5 pr-2 pl-4">
      <div className="flex items-center gap-1">
        <p className="min-w-0 flex-1">
          <span className="block text-small text-quiet">{t`Your invite code`}</span>
          <span className="figures block text-title tracking-wide break-all select-all">{code}</span>
        </p>
        <IconButton icon="copy" label={t`Copy invite link`} onClick={() => void copy()} />
        {'share' in navigator && (
          <IconButton icon="share" label={t`Share invite link`} onClick={() => void share()} />
        )}
      </div>
      <p className="mt-0.5 pr-2 text-small text-quiet">
        <Trans>Invitations are not paid: nobody pays or earns when someone joins.</Trans>
      </p>
    </Card>
  )
}
