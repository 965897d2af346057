import type { PostbackAnswer, PostbackKey } from '@fairturn/contract/postbacks'
import { Button } from '@fairturn/ui/Button.tsx'
import { Card } from '@fairturn/ui/Card.tsx'
import { DateTime } from '@fairturn/ui/DateTime.tsx'
import { Note } from '@fairturn/ui/Note.tsx'
import { Row } from '@fairturn/ui/Row.tsx'
import { Select } from '@fairturn/ui/Select.tsx'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { CopyRow } from '../deposits/CopyRow.tsx'
import { call } from '../shell/client.ts'
import { ConfirmDialog, Dialog } from '../shell/Dialog.tsx'
import { useAction } from '../shell/useAction.ts'
import { refreshVerification } from './verification-queries.ts'
import { resultText } from './VerificationLog.tsx'

const MAX_ACTIVE_KEYS = 2

interface KeysProps {
  campaign_id: string
  shown: readonly PostbackKey[]
}

export function VerificationKeys({ campaign_id, shown }: KeysProps) {
  const { t } = useLingui()
  const [secret, setSecret] = useState<string | null>(null)
  const [ending, setEnding] = useState<PostbackKey | null>(null)
  const params = { campaign_id }
  const make = useAction({
    run: (_input: undefined) => call('POST campaigns/:campaign_id/postback-keys', { params }),
    onDone({ data }) {
      setSecret(data.secret)
      return refreshVerification(campaign_id)
    },
  })
  const active = shown.filter((key) => key.active)
  return (
    <>
      <h3 className="mt-2 font-semibold">{t({ message: 'Keys', context: 'of a server that signs' })}</h3>
      {shown.length > 0 && (
        <Card as="ul">
          {shown.map((key) => (
            <KeyRow key={key._id} one={key} onEnd={() => setEnding(key)} />
          ))}
        </Card>
      )}
      {active.length === 0 && (
        <p className="text-small text-quiet">
          <Trans>You need a key: without it your server’s messages are rejected and no visit counts.</Trans>
        </p>
      )}
      {active.length < MAX_ACTIVE_KEYS && (
        <Button
          wide
          variant={active.length === 0 ? 'primary' : 'secondary'}
          busy={make.busy}
          onClick={() => make.start(undefined)}
        >
          {active.length === 0 ? t`Create key` : t`Create new key`}
        </Button>
      )}
      {active.length > 0 && <TestButton campaign_id={campaign_id} />}
      {secret !== null && <SecretDialog secret={secret} onClose={() => setSecret(null)} />}
      {ending && <EndDialog campaign_id={campaign_id} one={ending} onClose={() => setEnding(null)} />}
    </>
  )
}

function KeyRow({ one, onEnd }: { one: PostbackKey; onEnd: () => void }) {
  const { t } = useLingui()
  const { shown, created_at, retires_at, active } = one
  return (
    <Row
      as="li"
      title={<code translate="no">{shown}</code>}
      detail={
        retires_at === null ? (
          <Trans>
            Valid since <DateTime value={created_at} />
          </Trans>
        ) : active ? (
          <Trans>
            Valid until <DateTime value={retires_at} />
          </Trans>
        ) : (
          <Trans>
            Ended <DateTime value={retires_at} />
          </Trans>
        )
      }
      trailing={
        active && (
          <Button variant="quiet" onClick={onEnd}>
            {t({ message: 'Revoke', context: 'a key' })}
          </Button>
        )
      }
    />
  )
}

function SecretDialog({ secret, onClose }: { secret: string; onClose: () => void }) {
  const { t } = useLingui()
  return (
    <Dialog
      onClose={onClose}
      title={t`Your new key`}
      actions={<Button onClick={onClose}>{t`I have saved it`}</Button>}
    >
      <p className="mt-3 mb-3">
        <Trans>
          It is shown only once. Store it on your server like a password: anyone who has it can confirm visits
          that you then pay for.
        </Trans>
      </p>
      <Card>
        <CopyRow code label={t({ message: 'Key', context: 'of a server that signs' })} text={secret} />
      </Card>
    </Dialog>
  )
}

interface EndDialogProps {
  campaign_id: string
  one: PostbackKey
  onClose: () => void
}

function EndDialog({ campaign_id, one, onClose }: EndDialogProps) {
  const { t } = useLingui()
  const [hours, setHours] = useState('24')
  const end = useAction({
    run: (in_hours: number) =>
      call('POST campaigns/:campaign_id/postback-keys/:key_id/retire', {
        params: { campaign_id, key_id: one._id },
        body: { in_hours },
      }),
    onDone() {
      onClose()
      return refreshVerification(campaign_id)
    },
  })
  return (
    <ConfirmDialog
      onClose={onClose}
      busy={end.busy}
      title={t`Revoke this key?`}
      keep={t`Keep key`}
      confirm={t({ message: 'Revoke', context: 'a key' })}
      loss
      onConfirm={() => end.start(Number(hours))}
    >
      <p className="my-3">
        <Trans>
          Create a new key and install it on your server first. Both work until this one is revoked. If it has
          leaked, revoke it now.
        </Trans>
      </p>
      <Select
        label={t({ message: 'When', context: 'a key ends' })}
        choices={[
          { value: '0', label: t`Now` },
          { value: '24', label: t`In 24 hours` },
          { value: '168', label: t`In 7 days` },
        ]}
        value={hours}
        onChange={setHours}
      />
    </ConfirmDialog>
  )
}

/** Sends a sample postback, signed with the newest key, to the sandbox: tests URL, key and response together. */
function TestButton({ campaign_id }: { campaign_id: string }) {
  const { t } = useLingui()
  const [answer, setAnswer] = useState<PostbackAnswer | null>(null)
  const test = useAction({
    run: (_input: undefined) =>
      call('POST campaigns/:campaign_id/postback-test', { params: { campaign_id } }),
    onDone: ({ data }) => setAnswer(data.answer),
  })
  return (
    <>
      <Button variant="secondary" wide busy={test.busy} onClick={() => test.start(undefined)}>
        {t`Send a test`}
      </Button>
      {answer && (
        <div role="status">
          <Note tone="action" icon="check">
            <Trans>A signed test message arrived. Result:</Trans> {resultText(answer)}
          </Note>
        </div>
      )}
    </>
  )
}
