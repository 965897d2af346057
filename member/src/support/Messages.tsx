import type { Message } from '@fairturn/contract/support'
import { DateTime } from '@fairturn/ui/DateTime.tsx'
import { useLingui } from '@lingui/react/macro'

/** What was written, oldest first. Text is text: no links, no markup, line breaks as they were typed. */
export function Messages({ messages }: { messages: readonly Message[] }) {
  const { t } = useLingui()
  return (
    // Reads out what arrives while the screen is open.
    <div role="log" aria-label={t`Messages`}>
      <ol className="grid gap-3">
        {messages.map(({ _id, by, text, at }) => (
          <li key={_id} className={by === 'member' ? 'pl-8 large-text:pl-2' : 'pr-8 large-text:pr-2'}>
            <div
              className={`rounded-card border px-3.5 py-2.5 ${
                by === 'member' ? 'border-transparent bg-action-soft' : 'border-line bg-surface'
              }`}
            >
              <p className="flex flex-wrap items-baseline justify-between gap-x-3 text-small text-quiet">
                <span className="font-semibold text-ink">
                  {by === 'member' ? t({ message: 'You', context: 'who wrote a message' }) : t`Support`}
                </span>
                <DateTime value={at} />
              </p>
              <p dir="auto" className="mt-1 wrap-anywhere whitespace-pre-line">
                {text}
              </p>
            </div>
          </li>
        ))}
      </ol>
    </div>
  )
}
