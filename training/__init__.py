"""How the local judge is made: data, training, distillation, export and evaluation."""
