import { Button } from '@fairturn/ui/Button.tsx'
import { LinkButton } from '@fairturn/ui/LinkButton.tsx'
// Sharing on devices without a share sheet: links to apps, and the text to copy for all others.
import { Trans, useLingui } from '@lingui/react/macro'
import { Dialog } from '../shell/Dialog.tsx'
import { copyText } from './copy.ts'
import { shareLinks } from './share-links.ts'

interface ShareDialogProps {
  link: string
  caption: string
  onClose: () => void
}

export default function ShareDialog({ link, caption, onClose }: ShareDialogProps) {
  const { t } = useLingui()
  return (
    <Dialog onClose={onClose} title={t`Share your link`} maxWidth={360}>
      <div className="mt-3 side-by-side gap-3">
        {shareLinks(caption, link).map(({ app, href }) => (
          <LinkButton key={app} href={href} variant="secondary" referrerPolicy="no-referrer">
            {app}
          </LinkButton>
        ))}
      </div>
      <Button
        variant="secondary"
        wide
        icon="copy"
        className="mt-3"
        onClick={() => void copyText(caption, t`Text copied`)}
      >
        {t`Copy text for other apps`}
      </Button>
      <p className="mt-3 text-small text-quiet">
        <Trans>
          Facebook shares only the link. Please paste the text yourself, including the line about the reward.
        </Trans>
      </p>
    </Dialog>
  )
}
