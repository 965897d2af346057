// What the back office answers, in French.
import type { BackofficeTexts } from './backoffice.ts'

export const backofficeFr: BackofficeTexts = {
  proof_is_being_made: 'Une preuve est en cours de création ; veuillez patienter',
  proof_cannot_be_made: 'La preuve n’a pas pu être créée : {reason}',
  proof_key_is_configured:
    'La clé de signature est définie dans la configuration ; remplacez-la à cet endroit',
  staff_session_has_ended: 'Veuillez vous connecter au back-office',
  request_is_not_from_the_back_office: 'Cette requête ne vient pas du back-office',
  your_role_may_not_do_this: 'Votre rôle ne le permet pas',
  please_confirm_that_it_is_you:
    'Confirmez avec votre mot de passe et un code, ou avec une clé d’accès, puis réessayez',
  password_must_have_at_least_12_characters:
    'Un mot de passe de l’équipe doit compter au moins 12 caractères',
  operator_name_is_invalid:
    'Utilisez de 3 à 30 minuscules, chiffres, points et tirets, en commençant par une lettre',
  operator_name_is_taken: 'Ce nom est ou a été utilisé par un membre de l’équipe',
  operator_is_unknown: 'Ce membre de l’équipe n’existe pas',
  operator_has_changed:
    'Le rôle de ce membre de l’équipe a changé entre-temps ; faites une nouvelle proposition',
  setup_code_is_not_valid: 'Ce code d’installation n’est pas valable ou a expiré ; demandez-en un nouveau',
  second_proof_is_required: 'Configurez une application d’authentification ou une clé d’accès',
  last_proof_must_stay: 'Gardez au moins une application d’authentification ou une clé d’accès',
  there_must_be_an_owner: 'Il doit rester au moins un propriétaire pouvant se connecter',
  nobody_decides_about_themselves: 'Vous ne pouvez pas décider pour vous-même ; demandez à un collègue',
  proposal_is_unknown: 'Cette proposition n’existe pas',
  proposal_is_decided: 'Cette proposition n’est plus ouverte',
  proposal_has_expired: 'Cette proposition a expiré ; faites-en une nouvelle',
  proposal_has_changed: 'La proposition a changé ; veuillez la vérifier à nouveau',
  proposal_is_void: 'L’auteur n’est plus autorisé à faire cette proposition ; faites-en une nouvelle',
  another_operator_must_approve: 'Double approbation : une autre personne que l’auteur doit approuver',
  proposal_could_not_be_executed: 'L’exécution a échoué et la proposition reste ouverte ; voyez le motif',
  proposal_is_not_yours: 'Seul l’auteur de la proposition peut la retirer',
  who_brought_money_in_does_not_send_it_out:
    'Séparation des tâches : la personne qui a fait entrer de l’argent pour ce membre ne peut ni l’approuver ni l’envoyer ; un collègue doit s’en charger',
  who_approved_a_payment_does_not_release_it:
    'Séparation des tâches : un fichier de paiement doit être envoyé par une personne qui n’en a approuvé aucun paiement',
  who_imported_money_does_not_say_whose_it_is:
    'Séparation des tâches : la personne qui a importé un relevé ne peut pas en affecter les paiements manuellement ; un collègue doit s’en charger',
  who_imported_a_statement_does_not_confirm_it:
    'Séparation des tâches : la personne qui a importé un relevé ne peut pas le confirmer ; un collègue doit s’en charger',
  bank_statement_needs_no_confirmation: 'Ce relevé est déjà accepté ; aucune confirmation n’est nécessaire',
  withdrawal_takes_two_people: 'Deux personnes doivent approuver ce retrait',
  bank_file_is_required: 'Choisissez un fichier bancaire',
  bank_file_is_too_large: 'Un fichier bancaire ne doit pas dépasser 20 Mo',
  bank_file_is_not_readable:
    'Ce fichier ne peut pas être lu ; rien n’a été importé. Téléchargez-le à nouveau auprès de la banque, sans le modifier.',
  bank_file_is_of_another_kind:
    'Type de fichier incorrect : les relevés sont en camt.053, les rapports de statut de paiement en pain.002 ; camt.052 et camt.054 ne sont pas importés',
  bank_file_is_of_another_account: 'Ce relevé concerne un autre compte que le compte de réception',
  bank_file_is_in_another_currency: 'Ce fichier contient des montants dans une autre devise',
  bank_statement_does_not_add_up:
    'Le solde d’ouverture et les lignes ne donnent pas le solde de clôture ; rien n’a été importé',
  bank_statement_was_imported_otherwise:
    'Ce relevé a déjà été importé avec d’autres lignes ; demandez à la banque lequel est correct',
  receiving_account_is_not_set: 'Définissez d’abord le compte de réception',
  csv_mapping_is_unknown: 'Cette correspondance de colonnes n’existe pas',
  bank_statement_is_unknown: 'Ce relevé bancaire n’existe pas',
  bank_line_is_unknown: 'Cette ligne de relevé n’existe pas',
  bank_line_is_in_another_state: 'Cette ligne a changé entre-temps ; veuillez la recharger',
  refund_goes_to_the_sender: 'L’argent ne peut être renvoyé qu’au compte qui l’a envoyé',
  payout_is_not_ready:
    'L’un de ces versements ne peut pas être inclus : non approuvé, suspendu ou déjà dans un autre fichier',
  payout_batch_is_unknown: 'Ce fichier de paiement n’existe pas',
  payout_batch_is_in_another_state: 'Ce fichier de paiement a changé entre-temps ; veuillez le recharger',
  withdrawal_is_in_a_payment_file:
    'Ce retrait figure dans un fichier de paiement que la banque peut exécuter ; il ne peut plus être refusé',
  card_event_is_unknown: 'Cet événement du prestataire de cartes n’existe pas',
  card_event_needs_no_review: 'Cet événement ne nécessite pas d’examen',
  member_is_unknown: 'Ce membre n’existe pas',
  member_is_not_locked: 'Ce compte n’est pas verrouillé',
  look_at_the_member_first: 'Ouvrez d’abord ce membre et indiquez un motif',
  member_is_locked_for_security:
    'Ce compte est verrouillé par sécurité ; son déverrouillage demande une double approbation',
  session_is_unknown: 'Cette session n’existe pas ou est terminée',
  somebody_else_has_changed_this:
    'Quelqu’un d’autre a modifié ces données entre-temps ; rechargez-les avant d’enregistrer',
  nothing_would_change: 'Aucune modification à enregistrer',
  version_is_unknown: 'Cette version n’existe pas',
  minimum_withdrawal_is_too_high:
    'Ce minimum est trop élevé : il empêcherait les membres d’accéder à leur argent (promesse 5)',
  withdrawal_fee_is_too_high: 'Les frais dépassent 10 % du retrait minimum',
  link_host_is_not_configured:
    '{host} n’est pas autorisé par la configuration du déploiement ; hôtes autorisés : {hosts}',
  currency_cannot_change: 'Le grand livre utilise déjà cette devise ; elle ne peut plus être changée',
  level_can_only_be_bought: 'Chaque niveau payant doit aussi pouvoir s’obtenir gratuitement (promesse 1)',
  first_level_must_stay:
    'Tous les membres commencent au premier niveau : il doit rester le premier, gratuit et sans condition',
  level_gives_less_than_the_one_below:
    'Un niveau doit offrir au moins autant que le niveau inférieur, et exiger au moins autant',
  level_name_is_taken: 'Un autre niveau porte déjà ce nom',
  level_is_in_use: 'Des membres ont ou ont eu ce niveau ; il ne peut donc pas être supprimé',
  invitation_is_unknown: 'Cette invitation n’existe pas',
  invitation_is_not_open: 'Cette invitation est épuisée, expirée ou déjà terminée',
  invitation_end_is_not_possible: 'Choisissez une date de fin dans l’année qui vient',
  broadcast_is_unknown: 'Cette annonce n’existe pas',
  broadcast_is_in_another_state: 'L’envoi de cette annonce a déjà commencé, est terminé ou a été annulé',
  broadcast_names_an_address: 'N’indiquez pas d’adresse web ; faites un lien vers un écran de l’application',
  broadcast_time_is_not_possible: 'Choisissez une date à venir, dans l’année qui vient',
  broadcast_reaches_nobody: 'Aucun membre ne correspond à cette audience',
  page_is_empty: 'La page est vide',
  film_is_not_readable: 'Choisissez une vidéo MP4 ou WebM',
  film_is_too_large: 'Une vidéo ne doit pas dépasser 20 Mo',
  film_is_unknown: 'Aucune vidéo ni image trouvée à cette adresse',
  file_is_no_longer_here: 'Ce fichier n’est plus disponible ; choisissez-le à nouveau',
  captions_are_not_readable:
    'Les sous-titres doivent être en WebVTT : une ligne WEBVTT, puis des temps et des textes',
  account_is_unknown: 'Ce compte du grand livre n’existe pas',
  entry_is_unknown: 'Cette écriture du grand livre n’existe pas',
  adjustment_is_not_possible: 'Ce type de régularisation n’est pas possible entre ces comptes',
  adjustment_exceeds_what_is_there: 'Le compte source ne dispose pas d’un montant suffisant',
  nothing_was_found_here:
    'Ce compte ne peut être régularisé que si la vérification du grand livre y a trouvé un écart',
  refund_refers_to_nothing_of_theirs: 'Ce membre n’a pas cette mission, cette campagne ou ce niveau',
  check_is_unknown: 'Cette vérification du grand livre n’existe pas',
  freeze_is_unknown: 'Ce blocage n’existe pas',
  check_still_finds_this:
    'La dernière vérification du grand livre trouve encore l’écart ; résolvez-le d’abord',
  check_the_ledger_first:
    'Lancez d’abord une vérification du grand livre : celle de la dernière heure doit être sans écart',
}
