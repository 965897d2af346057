// The member's passkeys: adding one, naming it, removing it.
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { Passkey } from '@fairturn/contract/security'
import { Button } from '@fairturn/ui/Button.tsx'
import { Card } from '@fairturn/ui/Card.tsx'
import { DateTime } from '@fairturn/ui/DateTime.tsx'
import { Dialog } from '@fairturn/ui/Dialog.tsx'
import { Field } from '@fairturn/ui/Field.tsx'
import { Icon } from '@fairturn/ui/Icon.tsx'
import { Row } from '@fairturn/ui/Row.tsx'
import { useAction } from '@fairturn/ui/useAction.ts'
import { call, queries } from '../client.ts'
import { toastMessage } from '../messages.ts'
import { keys, memberId } from '../queries.ts'
import { textIn, useForm } from '../sign-in/useForm.ts'
import { makePasskey, passkeysWork } from './passkeys.ts'
import { ProofDialog } from './ProofDialog.tsx'

const refresh = () => queries.invalidateQueries({ queryKey: keys.security })

export function Passkeys({ passkeys, available }: { passkeys: readonly Passkey[]; available: boolean }) {
  const { t } = useLingui()
  const [adding, setAdding] = useState(false)
  const [chosen, setChosen] = useState<Passkey | null>(null)
  const can_add = available && passkeysWork()
  return (
    <section aria-labelledby="passkeys-title" className="mt-8">
      <h2 id="passkeys-title" className="text-title">
        {t`Passkeys`}
      </h2>
      <p className="mt-1 text-quiet text-pretty">
        {can_add ? (
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
      {can_add && (
        <Button variant="soft" wide onClick={() => setAdding(true)} className="mt-3">
          {t`Add passkey`}
        </Button>
      )}
      {adding && <AddPasskey onClose={() => setAdding(false)} />}
      {chosen && <PasskeyDialog passkey={chosen} onClose={() => setChosen(null)} />}
    </section>
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
    <ProofDialog
      title={t`Add passkey`}
      lead={<Trans>Your browser will ask where to save it.</Trans>}
      confirm={t`Continue`}
      send={async (proof) => {
        const user_id = memberId()
        const { data: options } = await call('POST passkeys/new', { body: { user_id, ...proof } })
        return await call('POST passkeys', { body: { user_id, credential: await makePasskey(options) } })
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
  const rename = useAction({
    run: (name: string) =>
      call('POST passkeys/:passkey_id/rename', {
        params: { passkey_id: passkey._id },
        body: { user_id: memberId(), name },
      }),
    onDone() {
      onClose()
      void refresh()
    },
    onFailed: (failure) => form.showFailure(failure),
  })
  const form = useForm({
    fields: ['name'],
    check: (data) => (textIn(data, 'name') === '' ? { name: 'name_is_required' } : {}),
    place: {},
    send: (data) => rename.start(textIn(data, 'name')),
  })
  if (removing) return <RemovePasskey passkey={passkey} onClose={onClose} />
  return (
    <Dialog open onClose={onClose} title={t`Passkey`} closeLabel={t`Close`} busy={rename.busy}>
      <form {...form.props} className="mt-4 grid gap-4">
        <Field
          name="name"
          label={t`Name`}
          defaultValue={passkey.name}
          autoComplete="off"
          maxLength={60}
          error={form.errors.name}
        />
        <p className="text-small text-quiet">
          <Trans>
            added <DateTime value={passkey.created_at} />
          </Trans>
          {' · '}
          {passkey.backed_up ? (
            <Trans>saved in your password manager</Trans>
          ) : (
            <Trans>on one device only</Trans>
          )}
        </p>
        <div className="flex flex-wrap gap-2.5 *:flex-1">
          <Button variant="loss" disabled={rename.busy} onClick={() => setRemoving(true)}>
            {t`Remove`}
          </Button>
          <Button type="submit" busy={rename.busy}>
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
    <ProofDialog
      title={t`Remove passkey`}
      lead={<Trans>{name} will no longer work for signing in.</Trans>}
      confirm={t`Remove`}
      loss
      send={(proof) =>
        call('POST passkeys/:passkey_id/remove', {
          params: { passkey_id: passkey._id },
          body: { user_id: memberId(), ...proof },
        })
      }
      onDone={async () => {
        onClose()
        void refresh()
        await toastMessage('passkey_removed_successfully')
      }}
      onClose={onClose}
    />
  )
}
