// The link page in French.
import type { PageTexts } from '../page-texts.ts'

export const fr: PageTexts = {
  demo: 'Démo : annonceurs inventés, aucun argent réel',
  sponsored: 'Sponsorisé',
  advertiser: 'Annonceur : {brand}',
  reward: 'Le membre qui a partagé ce lien reçoit une récompense si vous continuez.',
  continue_to: 'Continuer vers {host}',
  privacy: 'Votre visite est comptée sans conserver votre adresse IP.',
  unknown_title: 'Ce lien ne mène nulle part',
  unknown_text:
    'Vérifiez que l’adresse a été copiée en entier ou demandez un nouveau lien à la personne qui l’a partagé.',
  ended_title: 'Ce partage est terminé',
  ended_text: 'La mission liée à ce lien est close : il ne rapporte plus de récompense.',
  retry_title: 'Un instant, s’il vous plaît',
  retry_text: 'La page n’a pas pu s’ouvrir. Veuillez réessayer dans un instant.',
  retry: 'Réessayer',
}
