import { Button } from '@fairturn/ui/Button.tsx'
import { Card } from '@fairturn/ui/Card.tsx'
import { Icon } from '@fairturn/ui/Icon.tsx'
import { Trans, useLingui } from '@lingui/react/macro'
import { Fragment, lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useSettings } from '../shell/useSession.ts'
import { copyText } from './copy.ts'
import { shareCaption } from './share.ts'

// Loaded on demand: most members never open it.
const QrDialog = lazy(() => import('./QrDialog.tsx'))
const ShareDialog = lazy(() => import('./ShareDialog.tsx'))

interface LinkCardProps {
  link: string
  /** Shared instead of the bare link, because the disclosure line must accompany it. */
  caption: string
  /** The order was just started: the copy button gets the focus. */
  focused: boolean
}

export function LinkCard({ link, caption, focused }: LinkCardProps) {
  const { t } = useLingui()
  const demo = useSettings()?.demo.value === true
  const [shown, setShown] = useState<'qr' | 'share' | null>(null)
  const copy = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (focused) copy.current?.focus({ preventScroll: true })
  }, [focused])

  async function share() {
    if (!(await shareCaption(caption))) setShown('share')
  }

  return (
    <Card as="section" aria-label={t`Your tracked link`} padded className="divide-y-0!">
      <p data-uncovered className="text-small text-quiet">
        <Trans>Share it with people who know you. Do not open it yourself.</Trans>
      </p>
      <div className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-2">
        {/* Not clickable: the member's own visit would not count, and lowers the quality. */}
        <span className="min-w-0 flex-[1_1_8rem] font-semibold wrap-anywhere select-all">
          {/* A long URL wraps before its code rather than within it. */}
          {link
            .replace(/^https?:\/\//, '')
            .split(/(?<=\/)/)
            .map((part) => (
              <Fragment key={part}>
                {part}
                <wbr />
              </Fragment>
            ))}
        </span>
        <Button icon="copy" ref={copy} onClick={() => void copyText(link, t`Link copied`)}>
          {t({ message: 'Copy', context: 'the link' })}
        </Button>
      </div>
      <div className="side-by-side mt-3 gap-3">
        <Button variant="secondary" icon="share" onClick={() => void share()}>
          {t({ message: 'Share', context: 'the link' })}
        </Button>
        <Button variant="secondary" icon="qr" onClick={() => setShown('qr')}>
          {t`QR code`}
        </Button>
      </div>
      {demo && (
        <p className="mt-3 flex items-start gap-2 text-small">
          <Icon name="info" size={18} className="mt-0.5 text-action" />
          <span className="min-w-0">
            <Trans>
              Try it in this demo: open the link in a private window and press Continue. That is one visitor.
              Close the window and open a new one for the next. The advertiser is invented, so its page may
              not open; the visit counts all the same.
            </Trans>
          </span>
        </p>
      )}
      {shown && (
        <Suspense>
          {shown === 'qr' ? (
            <QrDialog link={link} onClose={() => setShown(null)} />
          ) : (
            <ShareDialog link={link} caption={caption} onClose={() => setShown(null)} />
          )}
        </Suspense>
      )}
    </Card>
  )
}
