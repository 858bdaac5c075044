import '#tests/support/doubles/with-stripe.ts'
import '#server/payment-events/reconcile-payments.test.ts'
