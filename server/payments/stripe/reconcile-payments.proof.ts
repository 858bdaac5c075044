import '#tests/support/with-stripe.ts'
import '#server/payments/reconcile-payments.test.ts'
