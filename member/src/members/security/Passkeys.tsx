import type { Passkey } from '@fairturn/contract/security'
import { Button } from '@fairturn/ui/Button.tsx'
import { Card } from '@fairturn/ui/Card.tsx'
import { DateTime } from '@fairturn/ui/DateTime.tsx'
import { Field } from '@fairturn/ui/Field.tsx'
import { Icon } from '@fairturn/ui/Icon.tsx'
import { Row } from '@fairturn/ui/Row.tsx'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { call, queries } from '../../shell/client.ts'
import { Dialog } from '../../shell/Dialog.tsx'
import { Dotted } from '../../shell/Dotted.tsx'
import { useForm } from '../../shell/forms/useForm.ts'
import { toastMessage } from '../../shell/messages.ts'
import { keys, memberId } from '../../shell/queries.ts'
import { Section } from '../../shell/Section.tsx'
import { CredentialDialog } from './CredentialDialog.tsx'
import { makePasskey, passkeysWork } from './passkeys.ts'

const refresh = () => queries.invalidateQueries({ queryKey: keys.security })

export function Passkeys({ passkeys, available }: { passkeys: readonly Passkey[]; available: boolean }) {
  const { t } = useLingui()
  const [adding, setAdding] = useState(false)
  const [chosen, setChosen] = useState<Passkey | null>(null)
  const canAdd = available && passkeysWork()
  return (
    <Section title={t`Passkeys`} look="text-title" className="mt-8">
      <p className="mt-1 text-quiet">
        {canAdd ? (
          <Trans>
            Sign in with your fingerprint, face or device PIN. Nothing to type, and it cannot be phished.
          </Trans>
        ) : (
          <Trans>This browser does not support passkeys on this site.</Trans>
        )}
      </p>
      {passkeys.length > 0 && (
        <Card className="mt-3">
          {passkeys.map((passkey) => (
            <Row
              key={passkey._id}
              leading={<Icon name="lock" className="text-action" />}
              title={<bdi>{passkey.name}</bdi>}
              detail={<LastUsed at={passkey.last_used_at} />}
              onPress={() => setChosen(passkey)}
            />
          ))}
        </Card>
      )}
      {canAdd && (
        <Button variant="soft" wide onClick={() => setAdding(true)} className="mt-3">
          {t`Add passkey`}
        </Button>
      )}
      {adding && <AddPasskey onClose={() => setAdding(false)} />}
      {chosen && <PasskeyDialog passkey={chosen} onClose={() => setChosen(null)} />}
    </Section>
  )
}

function LastUsed({ at }: { at: string | null }) {
  if (at === null) return <Trans>not used yet</Trans>
  return (
    <Trans>
      last used <DateTime value={at} />
    </Trans>
  )
}

function AddPasskey({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  return (
    <CredentialDialog
      title={t`Add passkey`}
      lead={<Trans>Your browser will ask where to save it.</Trans>}
      confirm={t`Continue`}
      send={async (body) => {
        const { data: options } = await call('POST passkeys/new', { body })
        const credential = await makePasskey(options)
        return await call('POST passkeys', { body: { user_id: body.user_id, credential } })
      }}
      onDone={async () => {
        onClose()
        void refresh()
        await toastMessage('passkey_added_successfully')
      }}
      onClose={onClose}
    />
  )
}

function PasskeyDialog({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const { t } = useLingui()
  const [removing, setRemoving] = useState(false)
  const form = useForm({
    initial: { name: passkey.name },
    body: (typed) => ({ user_id: memberId(), ...typed }),
    schema: () =>
      import('@fairturn/contract/security').then(({ securityCalls }) => securityCalls.renamePasskey.body),
    send: (body) => call('POST passkeys/:passkey_id/rename', { params: { passkey_id: passkey._id }, body }),
    onDone() {
      onClose()
      void refresh()
    },
  })
  if (removing) return <RemovePasskey passkey={passkey} onClose={onClose} />
  return (
    <Dialog onClose={onClose} title={t`Passkey`} busy={form.busy}>
      <form {...form.props} className="mt-4 grid gap-4">
        <Field {...form.field('name')} label={t`Name`} autoComplete="off" maxLength={60} />
        <p className="text-small text-quiet">
          <Dotted
            then={
              passkey.backed_up ? (
                <Trans>saved in your password manager</Trans>
              ) : (
                <Trans>on one device only</Trans>
              )
            }
          >
            <Trans>
              added <DateTime value={passkey.created_at} />
            </Trans>
          </Dotted>
        </p>
        <div className="flex flex-wrap gap-2.5 *:flex-1">
          <Button variant="loss" disabled={form.busy} onClick={() => setRemoving(true)}>
            {t`Remove`}
          </Button>
          <Button type="submit" busy={form.busy}>
            {t`Save`}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

function RemovePasskey({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const { t } = useLingui()
  const { name } = passkey
  return (
    <CredentialDialog
      title={t`Remove passkey`}
      lead={<Trans>{name} will no longer work for signing in.</Trans>}
      confirm={t`Remove`}
      loss
      send={(body) => call('POST passkeys/:passkey_id/remove', { params: { passkey_id: passkey._id }, body })}
      onDone={async () => {
        onClose()
        void refresh()
        await toastMessage('passkey_removed_successfully')
      }}
      onClose={onClose}
    />
  )
}
