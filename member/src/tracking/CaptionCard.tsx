// The text that is ready to be shared with the link. The disclosure line belongs to it, and it says so.
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@fairturn/ui/Button.tsx'
import { Card } from '@fairturn/ui/Card.tsx'
import { copyText } from './copy.ts'

export function CaptionCard({ caption }: { caption: string }) {
  const { t } = useLingui()
  return (
    <Card as="section" aria-labelledby="caption-title" padded className="divide-y-0!">
      <div className="-mt-2 flex min-h-11 items-center justify-between gap-3">
        <h2 id="caption-title" className="font-bold">
          {t`Ready text`}
        </h2>
        <Button
          variant="quiet"
          icon="copy"
          className="-mr-3"
          onClick={() => void copyText(caption, t`Text copied`)}
        >
          {t`Copy the text`}
        </Button>
      </div>
      <p className="break-words whitespace-pre-line select-all">{caption}</p>
      <p className="mt-2 text-small text-quiet">
        <Trans>Keep the line that says you earn a reward: readers have a right to know.</Trans>
      </p>
    </Card>
  )
}
