import type { LinkTexts } from '../links.ts'

export default {
  demo: 'Démo : annonceurs fictifs, aucun argent réel',
  sponsored: 'Sponsorisé',
  advertiser: 'Annonceur : {brand}',
  reward: 'Le membre qui a partagé ce lien reçoit une récompense si vous continuez.',
  continue_to: 'Continuer vers {host}',
  privacy: 'Votre visite est comptée sans que votre adresse IP soit conservée.',
  unknown_title: 'Ce lien ne fonctionne pas',
  unknown_text:
    'Vérifiez que l’adresse a été copiée en entier, ou demandez un nouveau lien à la personne qui l’a partagé.',
  ended_title: 'Ce lien n’est plus actif',
  ended_text: 'La mission de ce lien est terminée : il ne rapporte plus de récompense.',
  retry_title: 'Un instant, s’il vous plaît',
  retry_text: 'Nous n’avons pas pu ouvrir cette page. Veuillez réessayer dans un instant.',
  retry: 'Réessayer',
  disclosure: 'Publicité. Je reçois une récompense lorsque vous passez par ce lien.',
} satisfies LinkTexts
