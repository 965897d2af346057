import BoldIcon from '@mui/icons-material/FormatBoldOutlined'
import ItalicIcon from '@mui/icons-material/FormatItalicOutlined'
import BulletsIcon from '@mui/icons-material/FormatListBulletedOutlined'
import NumbersIcon from '@mui/icons-material/FormatListNumberedOutlined'
import QuoteIcon from '@mui/icons-material/FormatQuoteOutlined'
import RuleIcon from '@mui/icons-material/HorizontalRuleOutlined'
import LinkIcon from '@mui/icons-material/LinkOutlined'
// Rich text editor for pages: supports exactly what the server's sanitiser keeps. Texts with other elements,
// such as tables, are edited as HTML.
import { Box, ToggleButton, ToggleButtonGroup } from '@mui/material'
import { Editor } from '@tiptap/core'
import { StarterKit } from '@tiptap/starter-kit'
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslate } from 'react-admin'

/**
 * Tags that the editor does not support; a text with one of them is not opened in it, because it would lose
 * them.
 */
const BEYOND = /<(table|dl|img)\b/i

export const fitsEditor = (html: string): boolean => !BEYOND.test(html)

const nonce = document.querySelector<HTMLMetaElement>('meta[name=csp-nonce]')?.content
/** The editor's extensions that the sanitiser allows; links have an address and no other attributes. */
const KIT = StarterKit.configure({
  heading: { levels: [2, 3] },
  code: false,
  codeBlock: false,
  strike: false,
  underline: false,
  link: {
    openOnClick: false,
    protocols: ['https', 'mailto'],
    HTMLAttributes: { target: null, rel: null },
  },
})

interface RichTextProps {
  html: string
  label: string
  onChange: (html: string) => void
}

/** `html` is the initial content; changes are reported to `onChange`. */
export function RichText({ html, label, onChange }: RichTextProps) {
  const mount = useRef<HTMLDivElement>(null)
  const [editor, setEditor] = useState<Editor>()
  const write = useEffectEvent(onChange)
  const open = useEffectEvent(
    (element: HTMLElement) =>
      new Editor({
        ...(nonce && { injectNonce: nonce }),
        element,
        extensions: [KIT],
        content: html,
        editorProps: { attributes: { role: 'textbox', 'aria-multiline': 'true', 'aria-label': label } },
        onUpdate: ({ editor: changed }) => write(changed.isEmpty ? '' : changed.getHTML()),
      }),
  )
  useEffect(() => {
    if (mount.current === null) return undefined
    const opened = open(mount.current)
    setEditor(opened)
    return () => opened.destroy()
  }, [])
  return (
    <Box sx={LOOK}>
      {editor && <Toolbar editor={editor} />}
      <div ref={mount} />
    </Box>
  )
}

const LOOK = {
  minWidth: 0,
  '& .ProseMirror': {
    minHeight: 320,
    maxHeight: 520,
    overflowY: 'auto',
    p: 1.5,
    border: 1,
    borderColor: 'divider',
    borderRadius: 1,
    bgcolor: 'background.paper',
    '&:focus': { outline: '2px solid', outlineColor: 'primary.main' },
    '& p, & h2, & h3': { my: 0 },
    '& > * + *': { mt: '12px !important' },
  },
} as const

/** Links the selected text; an empty address removes the link. */
function askLink(editor: Editor, question: string) {
  const address = window.prompt(question, 'https://')
  if (address === null) return
  const chain = editor.chain().focus().extendMarkRange('link')
  if (address === '' || address === 'https://') chain.unsetLink().run()
  else chain.setLink({ href: address }).run()
}

/** Whatever is selected or typed may change what is pressed. */
function useRerender(editor: Editor) {
  const [, renderAgain] = useState(0)
  useEffect(() => {
    const render = () => renderAgain((times) => times + 1)
    editor.on('transaction', render)
    return () => void editor.off('transaction', render)
  }, [editor])
}

function Toolbar({ editor }: { editor: Editor }) {
  const translate = useTranslate()
  useRerender(editor)
  if (editor.isDestroyed) return null
  const chain = () => editor.chain().focus()
  const buttons: [key: string, active: boolean, act: () => void, icon: ReactNode][] = [
    ['h2', editor.isActive('heading', { level: 2 }), () => chain().toggleHeading({ level: 2 }).run(), 'H2'],
    ['h3', editor.isActive('heading', { level: 3 }), () => chain().toggleHeading({ level: 3 }).run(), 'H3'],
    [
      'bold',
      editor.isActive('bold'),
      () => chain().toggleBold().run(),
      <BoldIcon key="b" fontSize="small" />,
    ],
    [
      'italic',
      editor.isActive('italic'),
      () => chain().toggleItalic().run(),
      <ItalicIcon key="i" fontSize="small" />,
    ],
    [
      'bullets',
      editor.isActive('bulletList'),
      () => chain().toggleBulletList().run(),
      <BulletsIcon key="u" fontSize="small" />,
    ],
    [
      'numbers',
      editor.isActive('orderedList'),
      () => chain().toggleOrderedList().run(),
      <NumbersIcon key="o" fontSize="small" />,
    ],
    [
      'quote',
      editor.isActive('blockquote'),
      () => chain().toggleBlockquote().run(),
      <QuoteIcon key="q" fontSize="small" />,
    ],
    ['rule', false, () => chain().setHorizontalRule().run(), <RuleIcon key="r" fontSize="small" />],
    [
      'link',
      editor.isActive('link'),
      () => askLink(editor, translate('site.editor.link_address')),
      <LinkIcon key="a" fontSize="small" />,
    ],
  ]
  return (
    <Box sx={{ mb: 1 }}>
      <ToggleButtonGroup size="small" aria-label={translate('site.editor.name')}>
        {buttons.map(([key, active, act, icon]) => (
          <ToggleButton
            key={key}
            value={key}
            selected={active}
            onClick={act}
            // The accessible name includes the visible text (WCAG 2.5.3).
            aria-label={(typeof icon === 'string' ? `${icon} ` : '') + translate(`site.editor.${key}`)}
            title={translate(`site.editor.${key}`)}
            sx={{ minWidth: 36, fontWeight: 700 }}
          >
            {icon}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
    </Box>
  )
}
