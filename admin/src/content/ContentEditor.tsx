// Editor of versioned content: a form beside a preview, saved with a reason, with a history and restore.
import { Box, Button, Paper } from '@mui/material'
import { type ReactNode, useState } from 'react'
import { Form, FormDataConsumer, useCanAccess, useResourceContext, useTranslate } from 'react-admin'
import { useFormState } from 'react-hook-form'
import { ActionDialog } from '../components/ActionDialog.tsx'
import { type Schema, validatorOf } from '../components/ActionForm.tsx'
import { DraftKeeper, useDrafts } from '../components/drafts.tsx'
import { type Changed, type HistoryProps, noticeOf, VersionHistory } from './VersionHistory.tsx'

interface Props<Content> extends Omit<HistoryProps<Content>, 'saved'> {
  content: Content
  schema: Schema
  takes_two?: boolean
  /** The product's default content, if the current one differs, and the label of the button that restores it. */
  standard?: { content: Content; title: string } | false
  /** In CSS pixels. */
  previewWidth: number
  renderPreview: (content: Content) => ReactNode
  /** The inputs. */
  children: ReactNode
}

/** On a narrow screen one above the other. */
const besidePreview = (previewWidth: number) => ({
  display: 'grid',
  gap: 2,
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: `minmax(0,1fr) ${previewWidth + 2}px` },
})

export function ContentEditor<Content extends object>(props: Props<Content>) {
  const { content, schema, takes_two = false, standard, previewWidth, renderPreview, children } = props
  const { path, params, of, expected, onChanged } = props
  const defaults: object = content
  const translate = useTranslate()
  const { canAccess } = useCanAccess({ resource: useResourceContext() ?? '', action: 'edit' })
  const [saving, setSaving] = useState<{ content: Content; title: string }>()
  // Counts proposals, to reset the form after each: a proposal leaves the current version unchanged.
  const [proposals, setProposals] = useState(0)
  const drafts = useDrafts({ form: path, about: params, version: expected })
  const save = translate(takes_two ? 'settings.propose' : 'ra.action.save')
  function changed(data: Changed) {
    drafts.clear()
    if (data.proposal_id) setProposals(proposals + 1)
    onChanged?.(data)
  }
  return (
    <Form
      key={`${drafts.keeper.storageKey} ${proposals}`}
      record={{}}
      defaultValues={defaults}
      validate={validatorOf(schema)}
      disableInvalidFormNotification
      onSubmit={(values: unknown) => setSaving({ content: values as Content, title: save })}
    >
      <Box sx={besidePreview(previewWidth)}>
        <Box sx={{ display: 'grid', gap: 2, alignContent: 'start', minWidth: 0 }}>
          {canAccess && (
            <Paper variant="outlined" sx={{ p: 2, display: 'grid', gap: 1.5 }}>
              <DraftKeeper {...drafts.keeper} inPlace>
                {children}
              </DraftKeeper>
              <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap' }}>
                <Save>{save}</Save>
                {standard && (
                  <Button variant="outlined" onClick={() => setSaving(standard)}>
                    {standard.title}
                  </Button>
                )}
              </Box>
            </Paper>
          )}
          <VersionHistory<Content> {...props} saved="site.saved" onChanged={changed} />
        </Box>
        <FormDataConsumer<Content>>{({ formData }) => renderPreview(formData)}</FormDataConsumer>
      </Box>
      {saving && (
        <ActionDialog
          // All these endpoints take the same input; the type checker needs one name.
          endpoint={`POST ${path}` as 'POST backoffice/pages/:name/:locale'}
          input={({ reason }) => ({
            params: params as never,
            body: { ...saving.content, reason, expected } as never,
          })}
          title={saving.title}
          of={of}
          why={translate(takes_two ? 'settings.takes_two' : 'site.save_why')}
          withReason
          done={noticeOf('site.saved')}
          onDone={changed}
          onClose={() => setSaving(undefined)}
        />
      )}
    </Form>
  )
}

function Save({ children }: { children: string }) {
  const { isDirty } = useFormState()
  return (
    <Button type="submit" variant="contained" disabled={!isDirty}>
      {children}
    </Button>
  )
}
